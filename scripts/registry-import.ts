/**
 * npm run registry:import -- <folder of official ZIPs | --month YYYY-MM> [--partners] [--min-rows N] [--max-change PERCENT] [--expect CNPJ,…] [--older]
 * Imports a month of the federal registry and shows how far it is. Run again after an interruption, it goes on where it
 * was. A month older than the one that is served is asked for first, or with --older where there is no terminal.
 */
import { constants, setPriority } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { STEP_LABEL } from "@/lib/domain/registry/import-steps";
import { AppError } from "@/lib/errors";
import { formatMegabytes, formatNumber } from "@/lib/format";
import { closeDatabase } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";
import { closeQueues } from "@/server/platform/jobs/enqueue";
import { workOnRow } from "@/server/platform/jobs/leased-work";
import { closeLive } from "@/server/platform/live/publish";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";
import { checkFolder } from "@/server/registry/registry-imports/registry-files.service";
import {
  countRefusals,
  createRegistryImport,
  findRunningImport,
  getRegistryImport,
  refuseOlder,
} from "@/server/registry/registry-imports/registry-import.service";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    month: { type: "string" },
    partners: { type: "boolean", default: false },
    "min-rows": { type: "string" },
    "max-change": { type: "string" },
    expect: { type: "string" },
    older: { type: "boolean", default: false },
  },
});
const { month } = values;
const [folder = month && join(env.REGISTRY_DIR, month)] = positionals;
if (!folder || (month !== undefined && !/^20\d{2}-(0[1-9]|1[0-2])$/.test(month))) {
  throw new Error("Usage: npm run registry:import -- <folder of official ZIPs | --month YYYY-MM>");
}
// Whoever searches meanwhile comes first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const shutdown = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => shutdown.abort());

const path = resolve(folder);
const running = await findRunningImport();
if (running && running.folder !== path)
  throw new Error(`Another import is running: ${running.folder}`);
const allowOlder = values.older || (!running && (await confirmOlder()));
const id =
  running?.id ??
  (await createRegistryImport({
    folder: path,
    month,
    withPartners: values.partners,
    minRows: values["min-rows"] === undefined ? undefined : Number(values["min-rows"]),
    maxChangePercent: values["max-change"] === undefined ? undefined : Number(values["max-change"]),
    expectedCnpjs: values.expect?.split(","),
    allowOlder,
  }));

let shown = "";
const timer = setInterval(() => void show(), 1_000);
// Another worker may have claimed it; this process then shows how far that one is.
while ((await getRegistryImport(id)).status === "processing" && !shutdown.signal.aborted) {
  await workOnRow(registryImportWork, id, shutdown.signal);
  await setTimeout(500);
}
clearInterval(timer);
const ended = await getRegistryImport(id);
console.log(
  ended.status === "completed"
    ? `${ended.month}: ${formatNumber(ended.establishments ?? 0)} establishments are served.`
    : `${ended.status}: ${ended.note ?? "run the same command again to go on."}`,
);
if (ended.misplaced)
  console.log(`in a municipality of another state: ${formatNumber(ended.misplaced)}`);
for (const { reason, count } of await countRefusals(id)) {
  console.log(`refused, ${reason}: ${formatNumber(count)}`);
}
await Promise.all([closeQueues(), closeLive()]);
await closeDatabase();
process.exit(ended.status === "completed" ? 0 : 1);

/** Returns true when the month is older than the one that is served, and wanted all the same. */
async function confirmOlder(): Promise<boolean> {
  const found = month ?? (await checkFolder(path, new Date(), values.partners)).month;
  const older = await refuseOlder(found).catch((error: unknown) => error);
  if (!(older instanceof AppError)) return false;
  const terminal =
    process.stdin.isTTY && createInterface({ input: process.stdin, output: process.stdout });
  const answer = terminal ? await terminal.question(`${older.message} (s/N) `) : "";
  if (terminal) terminal.close();
  if (/^s/i.test(answer)) return true;
  console.error(terminal ? "Not imported." : `${older.message} --older`);
  process.exit(1);
}

async function show() {
  const now = await getRegistryImport(id).catch(() => null);
  if (!now) return;
  const line = [
    `${Math.round(now.progress * 100)} %`,
    STEP_LABEL[now.step],
    now.download_size === null
      ? `${formatNumber(now.rows)} lines`
      : `${formatMegabytes(now.downloaded ?? 0)} of ${formatMegabytes(now.download_size)}`,
    now.rows_per_second ? `${formatNumber(now.rows_per_second)}/s` : "",
    now.eta_seconds === null ? "" : `${now.eta_seconds} s left`,
  ]
    .filter(Boolean)
    .join(" · ");
  if (line !== shown) console.log(line);
  shown = line;
}
