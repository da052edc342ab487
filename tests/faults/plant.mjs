/**
 * Leaves out a gate of the campaign engine in the process that loads this, so that the simulation can show that it finds
 * that: FAULT_PLANT names the gate.
 */
import { register } from "node:module";
import { isMainThread } from "node:worker_threads";

/** Where each gate is: the ends of its files' addresses, and what becomes of their code. */
const PLANTS = {
  /** An answer does not end what follows, and nobody looks for one when a follow-up is due. */
  answered: [
    {
      file: "/next-step.service.ts",
      from: /recipient\.(answered|opted_out|in_review)\b/g,
      to: "false",
    },
    // Who answers moves to another stage, too, which ends a sequence by itself.
    { file: "/follow-ups.service.ts", from: /recipient\.moved\b/, to: "false" },
    {
      file: "/campaign-answers.service.ts",
      from: /await skipFollowUps\([^;]*"answered"[^;]*;/,
      to: "",
    },
  ],
};

const plant = PLANTS[process.env.FAULT_PLANT];
if (isMainThread) {
  if (!plant) throw new Error(`No such plant. There is: ${Object.keys(PLANTS).join(", ")}`);
  register(import.meta.url);
}

/** A hook of Node's module loader. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const gate = plant.find(({ file }) => url.split("?")[0].endsWith(file));
  if (!gate) return loaded;
  const source = String(loaded.source);
  const planted = source.replace(gate.from, gate.to);
  if (planted === source) throw new Error(`${gate.file} has no such gate any more.`);
  return { ...loaded, source: planted };
}
