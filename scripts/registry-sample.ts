/**
 * npm run registry:sample -- --rows N [--seed S] [--month YYYY-MM] [--to folder]: files in the layout of the federal
 * registry, with generated names and every peculiarity of the real ones.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeRegistrySample } from "@/sandbox/registry/write-files";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "50000" },
    seed: { type: "string", default: "garimpo" },
    month: { type: "string", default: "2026-11" },
    to: { type: "string" },
  },
});
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 1) throw new Error("--rows must be a whole number above 0.");
if (!/^20\d{2}-(0[1-9]|1[0-2])$/.test(values.month)) throw new Error("--month must be YYYY-MM.");
const folder = values.to ?? join(".data/registry", `sample-${values.month}-${rows}`);
const startedAt = performance.now();
const counts = writeRegistrySample({ folder, rows, seed: values.seed, month: values.month });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
console.log(
  `${folder}: ${counts.establishments} establishments (${counts.active} active), ${counts.duplicates} of them twice, ${counts.broken} broken lines; ${seconds} s`,
);
