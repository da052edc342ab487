/**
 * `npm run simulate -- --seeds 300 [--seed 7] [--plant answered]`: so many random sequences of commands against campaigns, on both queues; see
 * tests/support/campaign-model. One that breaks a promise is printed with its seed, in the shortest form that still does. With
 * `--plant`, a gate is left out, which it is to find: it then exits 1.
 */
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "40" },
    seed: { type: "string" },
    plant: { type: "string" },
  },
});
process.env["FAULT_SEQUENCES"] = values.seeds;
if (values.seed) process.env["FAULT_SEED"] = values.seed;
if (values.plant) process.env["FAULT_PLANT"] = values.plant;
process.argv.splice(2, process.argv.length, "campaign-model");
await import("./main");
