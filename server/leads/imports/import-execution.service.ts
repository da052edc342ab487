import { KEPT_DAYS } from "@/lib/domain/custody/kept-days";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import { transaction } from "@/server/platform/db/transaction";
import type { Advance, Leased, LeasedWork } from "@/server/platform/jobs/leased-work";
import { publish } from "@/server/platform/live/publish";
import {
  type Batch,
  BatchConflict,
  type BatchContext,
  LeaseLost,
  startBatch,
} from "./import-batch.service";
import { findStartedColumns } from "./import-columns.service";
import * as repository from "./import-run.repository";
import { undoRows } from "./import-undo.service";
import { runImport } from "./imports.jobs";
import { toImport } from "./imports.mapper";
import { findChunk, findImport } from "./imports.repository";

/** Enough to write with each processor of a small machine while the next batch is read. */
const BATCHES_AT_ONCE = 3;
/** How often a batch may be planned again because of another writer before that counts as a failure. */
const MAX_CONFLICTS = 5;
const QUOTA_REACHED = `A importação parou; o que já entrou continua salvo. Quando houver lugar, continue de onde ela parou, em até ${KEPT_DAYS.importedRows} dias.`;
const STOPPED = "Importação interrompida por você.";
const UNDO_FAILED =
  "Desfazer a importação parou por um erro nosso. Peça de novo: continua de onde parou.";
const ROWS_MISSING =
  "O restante do arquivo não está mais guardado. O que já entrou continua salvo. Envie o arquivo de novo.";

/** Runs imports in batches of rows, starting at the cursor. */
export const importWork: LeasedWork<typeof runImport> = {
  job: runImport,
  // Limited by processor and database: more at once would be slower.
  concurrency: (usual) => Math.min(usual, 2),
  leases: repository.importLeases,
  firstRetryMs: 2_000,
  failure: "A importação parou por um erro nosso. O que já entrou continua salvo.",
  advance,
  end: (run, how, reason) =>
    how === "stopped" ? endRun(run, "stopped", STOPPED) : endRun(run, "error", reason),
  publishProgress,
};

async function advance(run: Leased): Promise<Advance> {
  for (let conflicts = 0; ; conflicts += 1) {
    try {
      return await importRows(run);
    } catch (error) {
      if (error instanceof LeaseLost) return { state: "ended" };
      if (error instanceof AppError && error.code === "quota_reached") {
        await endRun(run, "stopped", `${QUOTA_REACHED} ${error.message}`);
        return { state: "ended" };
      }
      if (!(error instanceof BatchConflict) || conflicts === MAX_CONFLICTS) throw error;
    }
  }
}

async function importRows(run: Leased): Promise<Advance> {
  const row = await findImport(run.ownerId, run.id);
  if (row?.status === "undoing") return undoRows(run, row);
  if (row?.status !== "processing" || !row.mapping || !row.mode) return { state: "ended" };
  const context: BatchContext = {
    importId: run.id,
    ownerId: run.ownerId,
    leaseNo: run.leaseNo,
    columns: await findStartedColumns(run.ownerId, row.mapping, row),
    mode: row.mode,
    listId: row.list_id,
    tagIds: row.tag_ids,
    changeSetId: row.change_set_id,
  };
  let stop = row.stop_at !== null;
  let at = row.next_row;
  let rows = stop ? [] : await findChunk(run.ownerId, run.id, at);
  const running: Batch[] = [];
  const finishOldest = async () => {
    const committed = await running[0]?.committed;
    running.shift();
    if (committed?.stop) stop = true;
  };
  try {
    while (rows.length > 0 && !stop && !run.signal.aborted) {
      running.push(startBatch(context, at, rows, [...running]));
      at += rows.length;
      rows = await findChunk(run.ownerId, run.id, at);
      if (running.length === BATCHES_AT_ONCE) await finishOldest();
      run.reportProgress();
    }
    while (running.length > 0) await finishOldest();
  } finally {
    // A batch fails with the one before it. Wait for all, so that none still writes when the import is retried.
    await Promise.allSettled(running.map(({ committed }) => committed));
  }
  if (stop) await endRun(run, "stopped", STOPPED);
  else if (at >= row.row_count) await endRun(run, "completed", null);
  else if (!run.signal.aborted) return { state: "failed", final: true, reason: ROWS_MISSING };
  return { state: "ended" };
}

async function endRun(run: Leased, status: "completed" | "stopped" | "error", note: string | null) {
  await transaction(async () => {
    // It can be requested again, and continues where it stopped.
    if (await repository.endUndo(run.id, run.leaseNo, "error", UNDO_FAILED)) return;
    if (!(await repository.endImport(run.id, run.leaseNo, status, note))) return;
    const metadata = { import_id: run.id, status };
    await recordEvent(run.ownerId, "import_completed", { metadata });
  });
}

async function publishProgress(run: Leased): Promise<void> {
  const row = await findImport(run.ownerId, run.id);
  if (row) publish(run.ownerId, "import.progress", { import: toImport(row) });
}
