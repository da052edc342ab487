import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod/mini";
import type * as contract from "@/lib/contracts/registry/registry-imports";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { recordAuditEntry } from "@/server/platform/audit/audit.service";
import { openBulkSession } from "@/server/platform/db/bulk-session";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { checkFolder } from "./registry-files.service";
import { runRegistryImport } from "./registry-import.jobs";
import { toRegistryImport } from "./registry-import.mapper";
import * as repository from "./registry-imports.repository";
import { swapServed } from "./registry-switch.repository";

const RECENT = 20;
/** First key of the advisory lock that serialises changes of the served month. */
const SWITCH_LOCK = 4101;
const NOT_PREPARED = "Este mês não espera por publicação.";
const RUNNING = "Já há uma importação em andamento.";

/** Imports of the registry, newest first, and the folders of ZIPs that can be imported. */
export async function listRegistryImports() {
  const [imports, folders] = await Promise.all([
    repository.findRecentImports(RECENT),
    findFolders(),
  ]);
  return { imports: imports.map(toRegistryImport), folders, months: listMonths() };
}

/** As many months as the Receita keeps. */
const MONTHS = 12;

/** The months that the share may have, the newest first. */
function listMonths(): string[] {
  if (env.registryShareToken === undefined) return [];
  const today = new Date();
  return Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago)).toISOString().slice(0, 7),
  );
}

async function findFolders(): Promise<string[]> {
  const entries = await readdir(env.REGISTRY_DIR, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory() && /^[\w.-]+$/.test(entry.name))
    .map(({ name }) => name)
    .sort();
}

/**
 * Imports a folder below REGISTRY_DIR, or a month that is downloaded into one, in the background.
 * @throws AppError invalid_input for files that are not a month's, or under `folder`, `month` or `allow_older`;
 * conflict
 * while another import is running
 */
export async function startRegistryImport(
  actor: Actor,
  start: z.output<typeof contract.RegistryImportStart>,
) {
  const folder = start.month ?? start.folder ?? "";
  if (start.month !== undefined && !listMonths().includes(start.month)) {
    throw new AppError("invalid_input", "", { fields: { month: "Escolha um dos meses." } });
  }
  if (start.month === undefined && !(await findFolders()).includes(folder)) {
    throw new AppError("invalid_input", "", { fields: { folder: "Escolha uma das pastas." } });
  }
  if (!start.allow_older) await refuseOlder(start.month ?? (await readMonth(folder, start)));
  const id = await transaction(async () => {
    const created = await createRegistryImport({
      folder: join(env.REGISTRY_DIR, folder),
      month: start.month,
      withPartners: start.with_partners,
      minRows: start.min_rows,
      maxChangePercent: start.max_change_percent,
      allowOlder: start.allow_older,
      dryRun: start.dry_run,
    });
    const details = { base: folder };
    await recordAuditEntry(actor, "registry.import_started", { targetUserId: null, details });
    return created;
  });
  await enqueue(runRegistryImport, { id, leaseNo: 0 });
  return { import: await getRegistryImport(id) };
}

async function readMonth(folder: string, { with_partners }: { with_partners: boolean }) {
  return (await checkFolder(join(env.REGISTRY_DIR, folder), new Date(), with_partners)).month;
}

/** @throws AppError invalid_input under `allow_older` for a month older than the one that is served */
export async function refuseOlder(month: string): Promise<void> {
  const served = await repository.findServedMonth();
  if (served === null || month >= served) return;
  const problem = `O mês ${month} é mais antigo que o que está no ar, ${served}. Confirme que é esse que você quer.`;
  throw new AppError("invalid_input", problem, { fields: { allow_older: problem } });
}

/** More than the usual changes of a month. */
const MAX_CHANGE_PERCENT = 3;

export interface ImportOptions {
  folder: string;
  /** Fetches this month's files ("2026-11") into the folder first. */
  month?: string | undefined;
  withPartners?: boolean | undefined;
  /** A month with fewer establishments is not served; REGISTRY_MIN_ROWS by default. */
  minRows?: number | undefined;
  /** Counts that differ more from the previous month are not served either, 3 % by default; null does not compare. */
  maxChangePercent?: number | null | undefined;
  /** Whether a month older than the one that is served may be served. */
  allowOlder?: boolean | undefined;
  /** Builds and compares the month; `serveRegistryImport` then makes it searchable. */
  dryRun?: boolean | undefined;
  expectedCnpjs?: string[] | undefined;
}

/** Stores an import for a worker to run. @throws AppError conflict while another one is running */
export async function createRegistryImport(options: ImportOptions): Promise<number> {
  const id = await repository.insertImport({
    ownerId: env.ADMIN_USER_ID,
    folder: options.folder,
    download: options.month !== undefined,
    month: options.month ?? null,
    withPartners: options.withPartners ?? false,
    minRows: options.minRows ?? env.registryMinRows,
    maxChangePercent:
      options.maxChangePercent === undefined ? MAX_CHANGE_PERCENT : options.maxChangePercent,
    allowOlder: options.allowOlder ?? false,
    dryRun: options.dryRun ?? false,
    expectedCnpjs: options.expectedCnpjs ?? [],
  });
  if (id === null) throw new AppError("conflict", RUNNING);
  return id;
}

/** @throws AppError not_found */
export async function getRegistryImport(id: number) {
  const row = await repository.findImport(id);
  if (!row) throw new AppError("not_found");
  return toRegistryImport(row);
}

/** The refused lines of an import by reason, most first. */
export function countRefusals(id: number) {
  return repository.countRefusals(id);
}

/** @throws AppError conflict when none is running */
export async function stopRegistryImport(actor: Actor) {
  const stopping = await transaction(async () => {
    const requested = await repository.requestStop();
    if (!requested) throw new AppError("conflict", "Não há importação que se possa parar.");
    await recordAuditEntry(actor, "registry.import_stopped", { targetUserId: null });
    return requested;
  });
  await enqueue(runRegistryImport, { id: stopping.id, leaseNo: stopping.lease_no });
  return { import: await getRegistryImport(stopping.id) };
}

/**
 * Makes the month of a dry run searchable, by a worker.
 * @throws AppError not_found when it is not prepared; conflict while an import is running
 */
export function serveRegistryImport(actor: Actor, id: number) {
  return resumePrepared(actor, id, "serve");
}

/** Removes the month of a dry run. @throws AppError the same */
export function discardRegistryImport(actor: Actor, id: number) {
  return resumePrepared(actor, id, "discard");
}

async function resumePrepared(actor: Actor, id: number, how: "serve" | "discard") {
  const { lease_no } = await transaction(async () => {
    const resumed = await resumePreparedImport(id, how);
    const details = { base: (await getRegistryImport(id)).month ?? "" };
    const action = how === "serve" ? "registry.month_served" : "registry.month_discarded";
    await recordAuditEntry(actor, action, { targetUserId: null, details });
    return resumed;
  });
  await enqueue(runRegistryImport, { id, leaseNo: lease_no });
  return { import: await getRegistryImport(id) };
}

/** The same for the command. @throws AppError the same */
export async function resumePreparedImport(id: number, how: "serve" | "discard") {
  const resumed = await repository.resumePrepared(id, how);
  if (resumed === "busy") throw new AppError("conflict", RUNNING);
  if (!resumed) throw new AppError("not_found", NOT_PREPARED);
  return resumed;
}

/** The month that waits to be served or discarded. */
export async function findPreparedImport() {
  const recent = await repository.findRecentImports(RECENT);
  const prepared = recent.find(({ status }) => status === "prepared");
  return prepared ? toRegistryImport(prepared) : null;
}

/**
 * Serves the previous month again; a second call returns to the newer one. A worker then marks the leads by it.
 * @throws AppError conflict without a previous month, or while an import is running
 */
export async function rollBackRegistry() {
  const session = await openBulkSession({ key: SWITCH_LOCK, id: 0 }, new AbortController().signal);
  try {
    const served = await swapServed(session);
    if (served === "none")
      throw new AppError("conflict", "Não há mês anterior para o qual voltar.");
    if (served === "busy") throw new AppError("conflict", RUNNING);
    await enqueue(runRegistryImport, { id: served.id, leaseNo: served.lease_no });
    return { import: await getRegistryImport(served.id) };
  } finally {
    await session.close();
  }
}

/** The same for the administrator. @throws AppError conflict without a month before */
export async function rollBackRegistryFor(actor: Actor) {
  const answer = await rollBackRegistry();
  const details = { base: answer.import.month ?? "" };
  await recordAuditEntry(actor, "registry.rolled_back", { targetUserId: null, details });
  return answer;
}

/** The import that is being processed, or waits to be. */
export async function findRunningImport() {
  const recent = await repository.findRecentImports(RECENT);
  const running = recent.find(({ status }) => status === "processing");
  return running ? toRegistryImport(running) : null;
}

/** Whether anything was ever imported, or is being. */
export async function hasRegistryImports(): Promise<boolean> {
  return (await repository.findRecentImports(1)).length > 0;
}
