import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getMunicipalities } from "@brazilian-utils/brazilian-utils";
import { REGISTRY_STEPS, type RegistryStep } from "@/lib/domain/registry/import-steps";
import { AppError } from "@/lib/errors";
import { formatNumber } from "@/lib/format";
import { type BulkSession, openBulkSession } from "@/server/platform/db/bulk-session";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { matchMunicipalities } from "./municipality-codes.rule";
import * as build from "./registry-build.repository";
import { discardDamaged, downloadMonth, removeOldDownloads } from "./registry-download.service";
import { checkDisk, checkFolder } from "./registry-files.service";
import { runRegistryImport } from "./registry-import.jobs";
import { toRegistryImport } from "./registry-import.mapper";
import { refuseOlder } from "./registry-import.service";
import type { RegistryImportRow } from "./registry-imports.repository";
import * as imports from "./registry-imports.repository";
import * as staging from "./registry-load.repository";
import { loadFiles } from "./registry-load.service";
import { markLeads } from "./registry-marks.service";
import * as served from "./registry-switch.repository";

/** First key of the advisory lock that only one import at a time holds. */
const SESSION_LOCK = 4100;
const REPLACED = "Outro mês foi preparado no lugar deste.";
const DISCARDED = "Descartada. O que está no ar continua o mesmo.";
const STOPPED = "Importação interrompida. O que está no ar continua o mesmo.";

/** Runs an import of the registry step by step. Only one of the last steps changes the month that is served. */
export const registryImportWork: LeasedWork<typeof runRegistryImport> = {
  job: runRegistryImport,
  // One import at a time in the whole installation.
  concurrency: () => 1,
  leases: imports.registryLeases,
  firstRetryMs: 3_000,
  failure: "A importação parou por um erro nosso. O que está no ar continua o mesmo.",
  advance,
  end: (run, how, reason) =>
    endAndDrop(run, how === "stopped" ? "stopped" : "error", how === "stopped" ? STOPPED : reason),
  publishProgress,
};

interface Context {
  run: Leased;
  row: RegistryImportRow;
  session: BulkSession;
}

/**
 * 'next' continues with the next step; 'over' writes nothing more: the lease was lost, or the administrator has to
 * decide.
 */
type Outcome = "next" | "stopped" | "over" | RegistryStep;

async function advance(run: Leased): Promise<Advance> {
  const session = await openBulkSession({ key: SESSION_LOCK, id: 0 }, run.signal);
  try {
    for (;;) {
      const row = await imports.findImport(run.id);
      if (row?.status !== "processing" || run.signal.aborted) return { state: "ended" };
      const startedAt = performance.now();
      const outcome = row.stop_at ? "stopped" : await STEP_WORK[row.step]({ run, row, session });
      const ms = Math.round(performance.now() - startedAt);
      logger.info({ importId: run.id, step: row.step, outcome, ms }, "registry: step");
      if (outcome === "over") return { state: "ended" };
      if (outcome === "stopped") {
        await endAndDrop(run, "stopped", row.changes ? DISCARDED : STOPPED);
        return { state: "ended" };
      }
      const following = outcome === "next" ? nextStep(row.step) : outcome;
      if (following === null) {
        await imports.endImport(run.id, run.leaseNo, "completed", null);
        return { state: "ended" };
      }
      if (!(await imports.advanceStep(run.id, run.leaseNo, following))) return { state: "ended" };
      run.reportProgress();
    }
  } catch (error) {
    if (run.signal.aborted) return { state: "ended" };
    if (!(error instanceof AppError)) throw error;
    // Wrong files stay wrong; a server that does not answer may answer later.
    return { state: "failed", final: error.code !== "unavailable", reason: error.message };
  } finally {
    await session.close();
  }
}

function nextStep(step: RegistryStep): RegistryStep | null {
  return REGISTRY_STEPS[REGISTRY_STEPS.indexOf(step) + 1] ?? null;
}

/** A file in a folder that the administrator provided is not changed. */
async function refetchLater(
  { download, folder }: RegistryImportRow,
  error: unknown,
): Promise<never> {
  if (download) await discardDamaged(folder, error);
  throw error;
}

const STEP_WORK: Record<RegistryStep, (context: Context) => Promise<Outcome>> = {
  async download({ run, row }) {
    if (row.month === null || !row.download) return "next";
    let outcome: Outcome = "next";
    const halt = new AbortController();
    const signal = AbortSignal.any([run.signal, halt.signal]);
    try {
      await downloadMonth(row.month, row.folder, signal, async (progress) => {
        const saved = await imports.saveDownload(run, progress);
        run.reportProgress();
        if (saved && !saved.stop) return;
        outcome = saved ? "stopped" : "over";
        halt.abort();
      });
    } catch (error) {
      if (!halt.signal.aborted) throw error;
    }
    return outcome;
  },

  async check({ row }) {
    const { month, files } = await checkFolder(row.folder, new Date(), row.with_partners).catch(
      (error: unknown) => refetchLater(row, error),
    );
    if (!row.allow_older) await refuseOlder(month);
    const dataFolder = await imports.findDataFolder();
    if (dataFolder) await checkDisk(files, dataFolder);
    await imports.insertFiles(row.id, month, files);
    return "next";
  },

  async stage({ row, session }) {
    await imports.rewindFiles(row.id);
    await session.transaction(() => staging.createStaging(session, row.id));
    return "next";
  },

  async load({ run, row, session }) {
    if (!(await staging.isStagingIntact(session, row.id))) return "stage";
    const files = await imports.findUnreadFiles(row.id);
    const other = await openBulkSession({ key: SESSION_LOCK, id: 1 }, run.signal);
    const outcome = await loadFiles([session, other], run, row.folder, files)
      .catch((error: unknown) => refetchLater(row, error))
      .finally(other.close);
    if (outcome !== "read") return outcome === "lost" ? "over" : outcome;
    await writeRefusals(row);
    return "next";
  },

  async build({ row, session }) {
    if (!(await staging.isStagingIntact(session, row.id))) return "stage";
    await session.transaction(async () => {
      const receita = await build.findStagedMunicipalities(session, row.id);
      await build.createLookups(
        session,
        row.id,
        matchMunicipalities(receita, listMunicipalities()),
      );
      await build.buildEstablishments(session, row.id, row.with_partners);
      await build.buildPartners(session, row.id, row.with_partners);
      const deleted = await build.deleteDuplicates(session, row.id);
      if (deleted > 0) logger.info({ importId: row.id, deleted }, "registry: repeated CNPJs");
    });
    return "next";
  },

  async index({ run, row, session }) {
    for (const index of build.INDEXES) {
      await build.createIndex(session, row.id, index);
      run.reportProgress();
    }
    return "next";
  },

  async measure({ row, session }) {
    await session.transaction(async () => {
      await build.createAreas(session, row.id);
      await build.countMisplaced(session, row.id);
      await build.createTerms(session, row.id);
      await build.analyzeEstablishments(session, row.id);
    });
    return "next";
  },

  async verify({ row, session }) {
    if (!(await staging.isStagingIntact(session, row.id))) return "stage";
    const found = await served.verifyEstablishments(session, row.id, row.expected_cnpjs);
    const problem = findProblem(row, found);
    if (problem) throw new AppError("invalid_input", problem);
    await served.saveTotal(session, row.id, found.total);
    return "next";
  },

  async compare({ run, row, session }) {
    if (!row.dry_run) return "next";
    const changes = await served.countChanges(session, row.id);
    await staging.dropStaging(session, row.id);
    const isKept = await transaction(() =>
      imports.keepPrepared(run.id, run.leaseNo, changes, REPLACED),
    );
    if (!isKept) return (await imports.findImport(run.id))?.stop_at ? "stopped" : "over";
    await served.dropUnserved(session);
    run.reportProgress();
    return "over";
  },

  async serve({ row, session }) {
    await session.transactionBetweenReads(() => served.serveImport(session, row.id));
    await served.dropUnserved(session);
    await staging.dropStaging(session, row.id);
    await removeOldDownloads();
    return "next";
  },

  async mark({ run }) {
    const changed = await markLeads(run.signal);
    logger.info({ importId: run.id, changed }, "registry: leads of companies that closed");
    return run.signal.aborted ? "over" : "next";
  },
};

/** Why a month is not served; null when nothing is wrong with it. */
function findProblem(row: RegistryImportRow, found: served.Verification): string | null {
  const { total, missing, mismatches } = found;
  if (total < Math.max(1, row.min_rows)) {
    return `O mês tem ${formatNumber(total)} estabelecimentos, menos que o mínimo de ${formatNumber(row.min_rows)}. Não foi publicado.`;
  }
  if (mismatches > 0) {
    return `${formatNumber(mismatches)} linhas de uma amostra não chegaram à tabela de busca. O mês não foi publicado.`;
  }
  if (missing.length > 0) {
    return `Faltam no mês CNPJs que deveriam existir: ${missing.slice(0, 5).join(", ")}. Não foi publicado.`;
  }
  const most = row.max_change_percent;
  if (most === null) return null;
  const changed = found.counts.find(
    ({ count, before }) => before > 0 && Math.abs(count - before) * 100 > before * most,
  );
  return changed
    ? `O mês tem ${formatNumber(changed.count)} ${COUNTED[changed.kind]} e o anterior ${formatNumber(changed.before)}: a diferença passa de ${most} %. Não foi publicado.`
    : null;
}

const COUNTED: Record<served.CountedKind, string> = {
  served: "estabelecimentos",
  companies: "linhas de empresas",
  establishments: "linhas de estabelecimentos",
  simples: "linhas do Simples",
  partners: "linhas de sócios",
};

function listMunicipalities() {
  return getMunicipalities().map(({ code, name, stateCode }) => ({
    ibge: Number(code),
    name,
    uf: String(stateCode),
  }));
}

const REFUSALS_PER_PAGE = 5_000;

/** The lines that were not imported, for a person to read: file, reason and the original line. */
async function writeRefusals(row: RegistryImportRow): Promise<void> {
  await mkdir(env.REGISTRY_DIR, { recursive: true });
  const path = join(env.REGISTRY_DIR, `refused-${row.month}-${row.id}.txt`);
  await writeFile(`${path}.part`, describeRefusals(row.id));
  await rename(`${path}.part`, path);
}

async function* describeRefusals(importId: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const page = await imports.findRefusals(importId, after, REFUSALS_PER_PAGE);
    yield page.map(({ file, reason, line }) => `${file}\t${reason}\t${line}\n`).join("");
    after = page.at(-1)?.id ?? after;
    if (page.length < REFUSALS_PER_PAGE) return;
  }
}

/** Ends the import and removes its tables, unless it is being served. */
async function endAndDrop(run: Leased, status: "stopped" | "error", note: string): Promise<void> {
  if (!(await imports.endImport(run.id, run.leaseNo, status, note))) return;
  const row = await imports.findImport(run.id);
  if (row?.served) return;
  const session = await openBulkSession({ key: SESSION_LOCK, id: run.id }, run.signal);
  try {
    await staging.dropSchema(session, run.id);
  } finally {
    await session.close();
  }
}

async function publishProgress(run: Leased): Promise<void> {
  const row = await imports.findImport(run.id);
  if (row) publish(run.ownerId, "registry.progress", { import: toRegistryImport(row) });
}
