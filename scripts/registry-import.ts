/**
 * npm run registry:import -- <folder of official ZIPs | --month YYYY-MM> [--partners] [--min-rows N] [--max-change PERCENT] [--expect CNPJ,…] [--older] [--dry-run]
 * npm run registry:import -- --serve | --discard
 * Imports a month of the federal registry and shows its progress. Run again after an interruption, it continues. A dry
 * run builds the month, says what it would change, and leaves it for --serve or --discard. A month older than the served
 * one needs a confirmation, or --older where there is no terminal.
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
  findPreparedImport,
  findRunningImport,
  getRegistryImport,
  refuseOlder,
  resumePreparedImport,
} from "@/server/registry/registry-imports/registry-import.service";
import { runCommand } from "./backups/command";
import { enterInstallation } from "./backups/installation";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    month: { type: "string" },
    partners: { type: "boolean", default: false },
    "min-rows": { type: "string" },
    "max-change": { type: "string" },
    expect: { type: "string" },
    older: { type: "boolean", default: false },
    "dry-run": { type: "boolean", default: false },
    serve: { type: "boolean", default: false },
    discard: { type: "boolean", default: false },
  },
});
const { month } = values;
const USAGE =
  "Usage: npm run registry:import -- <folder of official ZIPs | --month YYYY-MM | --serve | --discard>";
// Searches of users have priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const shutdown = new AbortController();
/** The last line about its progress. */
let shown = "";
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => shutdown.abort());

type RegistryImport = Awaited<ReturnType<typeof getRegistryImport>>;

await runCommand(async () => {
  const installation = await enterInstallation();
  try {
    const ended = await runImport(values.serve || values.discard ? await decide() : await begin());
    await Promise.all([closeQueues(), closeLive()]);
    await closeDatabase();
    if (!isAsWanted(ended)) process.exitCode = 1;
  } finally {
    await installation.close();
  }
});

async function runImport(id: number) {
  const timer = setInterval(() => void show(id), 1_000);
  // Unless a worker has claimed it; then this process shows the worker's progress.
  while ((await getRegistryImport(id)).status === "processing" && !shutdown.signal.aborted) {
    await workOnRow(registryImportWork, id, shutdown.signal);
    await setTimeout(500);
  }
  clearInterval(timer);
  const ended = await getRegistryImport(id);
  console.log(describeEnd(ended));
  if (ended.misplaced)
    console.log(`in a municipality of another state: ${formatNumber(ended.misplaced)}`);
  for (const { reason, count } of await countRefusals(id)) {
    console.log(`refused, ${reason}: ${formatNumber(count)}`);
  }
  return ended;
}

/** Starts an import, or continues the one of this folder. Returns its id. */
async function begin(): Promise<number> {
  const [folder = month && join(env.REGISTRY_DIR, month)] = positionals;
  if (!folder || (month !== undefined && !/^20\d{2}-(0[1-9]|1[0-2])$/.test(month))) {
    throw new Error(USAGE);
  }
  const path = resolve(folder);
  const running = await findRunningImport();
  if (running && running.folder !== path)
    throw new Error(`Another import is running: ${running.folder}`);
  if (running) return running.id;
  return createRegistryImport({
    folder: path,
    month,
    withPartners: values.partners,
    minRows: values["min-rows"] === undefined ? undefined : Number(values["min-rows"]),
    maxChangePercent: values["max-change"] === undefined ? undefined : Number(values["max-change"]),
    expectedCnpjs: values.expect?.split(","),
    allowOlder: values.older || (await confirmOlder(path)),
    dryRun: values["dry-run"],
  });
}

/** Serves or discards the month that a dry run left. Returns its id. */
async function decide(): Promise<number> {
  const prepared = await findPreparedImport();
  if (!prepared) throw new Error("No month waits to be served.");
  await resumePreparedImport(prepared.id, values.serve ? "serve" : "discard");
  return prepared.id;
}

function isAsWanted({ status }: RegistryImport): boolean {
  if (values.discard) return status === "stopped";
  return status === "completed" || status === "prepared";
}

function describeEnd({ status, month, establishments, month_changes, note }: RegistryImport) {
  const total = formatNumber(establishments ?? 0);
  if (status === "completed") return `${month}: ${total} establishments are served.`;
  if (status !== "prepared") return `${status}: ${note ?? "run the same command again to go on."}`;
  const { before, ...counts } = month_changes ?? { before: null };
  return [
    `${month}: ${total} establishments are ready, compared with ${before ?? "nothing"}:`,
    ...Object.entries(counts).map(
      ([name, count]) => `  ${name.replace("_", " ")}: ${formatNumber(count)}`,
    ),
    "npm run registry:import -- --serve lets them be searched, --discard deletes them.",
  ].join("\n");
}

/** Returns true when the month is older than the served one, and the user wants it anyway. */
async function confirmOlder(path: string): Promise<boolean> {
  const found = month ?? (await checkFolder(path, new Date(), values.partners)).month;
  const older = await refuseOlder(found).catch((error: unknown) => error);
  if (!(older instanceof AppError)) return false;
  const terminal =
    process.stdin.isTTY && createInterface({ input: process.stdin, output: process.stdout });
  const answer = terminal ? await terminal.question(`${older.message} (s/N) `) : "";
  if (terminal) terminal.close();
  if (/^s/i.test(answer)) return true;
  throw new Error(terminal ? "Not imported." : `${older.message} --older`);
}

async function show(id: number) {
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
