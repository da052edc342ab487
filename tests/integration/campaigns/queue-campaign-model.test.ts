import { afterAll, expect, test } from "vitest";
import { killProcess, startWorkerProcess } from "@/tests/faults/worker-process";
import { runCampaignModel, type World } from "@/tests/support/campaign-model";
import { IS_ALL, SEED } from "@/tests/support/cases";
import { runApi, runSandbox } from "@/tests/support/running";

const SEQUENCES = IS_ALL ? 5 : 2;

const sandbox = runSandbox();
const api = runApi({ withoutLimits: true });
let world: World | undefined;
afterAll(async () => {
  if (world) await killProcess(world.worker);
});

test("no sequence of events sends twice, loses a recipient or writes to somebody who left", async () => {
  world = { api, sandbox, worker: startWorkerProcess() };
  const commands = await runCampaignModel(world, { sequences: SEQUENCES, seed: SEED });
  console.log(`${SEQUENCES} sequences, ${commands} commands, seed ${SEED}`);
  expect(commands).toBeGreaterThan(SEQUENCES);
}, 240_000);
