import { enqueue } from "@/server/jobs/enqueue";
import { type Leased, workUnderLease } from "@/server/jobs/lease";
import { publish } from "@/server/live/publish";
import { logger } from "@/server/logger";
import {
  type Batch,
  type BatchFrame,
  BatchOutrun,
  beginBatch,
  LeaseLost,
} from "./import-batch.service";
import * as repository from "./import-run.repository";
import { runImport } from "./imports.jobs";
import { toImport } from "./imports.mapper";
import { findChunk, findImport } from "./imports.repository";

const MAX_ATTEMPTS = 6;
const ADRIFT_AT_ONCE = 50;
/** Enough that one writes for each processor of a small machine while another is read. */
const BATCHES_AT_ONCE = 3;
/** Least time between two tellings of one import's progress: faster than eyes. */
const TELL_EVERY_MS = 250;

const IMPORTS = {
  claim: repository.claimImport,
  renew: repository.renewLease,
  release: repository.releaseLease,
};

/** Does what is left of an import; picks up where a worker before it stopped. Does nothing when another worker has it or its owner has another under way. */
export async function executeImport(importId: number, shutdown: AbortSignal) {
  const worked = await workUnderLease(IMPORTS, importId, shutdown, advance);
  if (!worked) return undefined;
  const { ownerId, resumeAt } = worked;
  const waiting = resumeAt ? null : await repository.findWaiting(ownerId);
  if (waiting) await enqueue(runImport, { importId: waiting.id, leaseNo: waiting.lease_no });
  return resumeAt ? { resumeAt } : undefined;
}

/** Re-enqueues what nobody works on: the queue may have forgotten it, or its worker died. */
export async function sweepImports(): Promise<void> {
  for (const { id, lease_no } of await repository.findAdrift(ADRIFT_AT_ONCE)) {
    await enqueue(runImport, { importId: id, leaseNo: lease_no });
  }
}

/** Null when the import has ended or this worker must stop; otherwise when to go on. */
async function advance(run: Leased): Promise<Date | null> {
  for (;;) {
    try {
      return await workThrough(run);
    } catch (error) {
      if (error instanceof LeaseLost || run.signal.aborted) return null;
      const attempts = await repository.countAttempt(run.id);
      if (attempts >= MAX_ATTEMPTS) {
        logger.error({ importId: run.id, err: error }, "import given up");
        await end(
          run,
          "error",
          "A importação parou por um erro nosso. O que já entrou continua salvo.",
        );
        return null;
      }
      if (error instanceof BatchOutrun) continue;
      logger.warn({ importId: run.id, err: error }, "import interrupted");
      return new Date(Date.now() + 1_000 * 2 ** attempts);
    }
  }
}

async function workThrough(run: Leased): Promise<null> {
  const row = await findImport(run.ownerId, run.id);
  if (row?.status !== "processing" || !row.mapping || !row.mode) return null;
  const frame: BatchFrame = {
    importId: run.id,
    ownerId: run.ownerId,
    leaseNo: run.leaseNo,
    mapping: row.mapping,
    mode: row.mode,
    listId: row.list_id,
  };
  const tell = teller(run);
  let stop = row.stop_at !== null;
  let at = row.next_row;
  let rows = stop ? [] : await findChunk(run.ownerId, run.id, at);
  const underWay: Batch[] = [];
  const finishOldest = async () => {
    const committed = await underWay[0]?.committed;
    underWay.shift();
    if (committed?.stop) stop = true;
  };
  try {
    while (rows.length > 0 && !stop && !run.signal.aborted) {
      underWay.push(beginBatch(frame, at, rows, [...underWay]));
      at += rows.length;
      rows = await findChunk(run.ownerId, run.id, at);
      if (underWay.length === BATCHES_AT_ONCE) await finishOldest();
      await tell();
    }
    while (underWay.length > 0) await finishOldest();
  } finally {
    // Each fails with the one before it: nothing of them writes any more when the import is tried again.
    await Promise.allSettled(underWay.map(({ committed }) => committed));
  }
  if (stop) await end(run, "stopped", "Importação interrompida por você.");
  else if (!run.signal.aborted && at >= row.row_count) await end(run, "completed", null);
  return null;
}

async function end(run: Leased, status: "completed" | "stopped" | "error", note: string | null) {
  await repository.endImport(run.id, run.leaseNo, status, note);
  await tellProgress(run);
}

function teller(run: Leased) {
  let toldAt = 0;
  return async () => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    await tellProgress(run);
  };
}

async function tellProgress(run: Leased): Promise<void> {
  const row = await findImport(run.ownerId, run.id);
  if (row) publish(run.ownerId, "import.progress", { import: toImport(row) });
}
