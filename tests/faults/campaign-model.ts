/** Random sequences of commands against campaigns; see tests/support/campaign-model. Prints how many were run. */
import { until } from "@/sandbox/testing";
import { startApi } from "../support/api";
import { runCampaignModel } from "../support/campaign-model";
import { startOwnSandbox } from "../support/whatsapp";
import { report } from "./report";
import { killProcess, startWorkerProcess } from "./worker-process";

/** `npm run simulate` may set another number. */
const SEQUENCES = Number(process.env["FAULT_SEQUENCES"]) || 300;

const seed = Number(process.env["FAULT_SEED"]) || Math.floor(Math.random() * 2 ** 31);
console.log(`FAULT_SEED=${seed}`);
const sandbox = await startOwnSandbox();
let api = await startApi();
const world = {
  api,
  sandbox,
  worker: startWorkerProcess(),
  restartWeb: async () => {
    await api.close();
    api = await startApi();
    // Our connections that it closed are noticed one by one.
    await until(() => fetch(`${api.url}/api/health`).catch(() => null), "the web to answer");
  },
};
const commands = await runCampaignModel(world, { sequences: SEQUENCES, seed, shrinks: true });
await killProcess(world.worker);
report({
  sequences: { value: SEQUENCES, holds: true },
  commands: { value: commands, holds: commands > SEQUENCES },
});
