import { join } from "node:path";
import type { RegistryFileKind } from "@/lib/domain/registry/registry-files";
import type { ConvertedLines, RefusedLine } from "@/lib/domain/registry/staging-rows";
import type { BulkSession } from "@/server/platform/db/bulk-session";
import type { Leased } from "@/server/platform/jobs/leased-work";
import { runInThread } from "@/server/platform/threads/thread-pool";
import type convert from "./convert-lines.thread";
import type { LinesToConvert } from "./convert-lines.thread";
import { completeFile, type FileRow } from "./registry-imports.repository";
import * as repository from "./registry-load.repository";
import { type LineChunk, readLines } from "./registry-zip.service";

/** Unpacked bytes that are committed together: at most this is repeated after a kill. */
const BATCH_BYTES = 48 * 1024 * 1024;
/** Chunks in the threads: one each, and one that is ready when a thread is. */
const CHUNKS_AT_ONCE = 3;
const CONVERSION_MS = 60_000;

/** 'read': to its end. 'lost': the lease was lost, or the worker is shutting down. */
export type FileOutcome = "read" | "stopped" | "lost";

interface Conversion {
  readTo: number;
  lines: Promise<ConvertedLines>;
}

/**
 * Reads files in parallel, one per session: PostgreSQL copies into a table as fast as one of its processes can. An
 * error in one of them ends the others.
 */
export async function loadFiles(
  sessions: readonly BulkSession[],
  run: Leased,
  folder: string,
  files: readonly FileRow[],
): Promise<FileOutcome> {
  const waiting = [...files];
  const halt = new AbortController();
  const each = { ...run, signal: AbortSignal.any([run.signal, halt.signal]) };
  const loadNext = async (session: BulkSession): Promise<FileOutcome> => {
    try {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        const outcome = await loadFile(session, each, folder, file);
        if (outcome !== "read") {
          halt.abort();
          return outcome;
        }
        await completeFile(run.id, file.name);
        run.reportProgress();
      }
      return "read";
    } catch (error) {
      halt.abort();
      throw error;
    }
  };
  const loading = sessions.map(loadNext);
  await Promise.allSettled(loading);
  const outcomes = await Promise.all(loading);
  if (outcomes.includes("stopped")) return "stopped";
  return outcomes.includes("lost") ? "lost" : "read";
}

/** Copies a file's rows into its staging table, from where the last worker stopped. */
async function loadFile(
  session: BulkSession,
  run: Leased,
  folder: string,
  file: FileRow,
): Promise<FileOutcome> {
  const today = new Date().toISOString().slice(0, 10);
  const chunks = readLines(join(folder, file.name), file.read_bytes);
  const running: Conversion[] = [];
  let from = file.read_bytes;
  try {
    for (;;) {
      const batch = await session.transaction(() =>
        loadBatch(session, run, file, { chunks, running, from, today }),
      );
      if (batch.outcome !== "more") return batch.outcome;
      from = batch.readTo;
      run.reportProgress();
    }
  } catch (error) {
    if (error instanceof LeaseLost || run.signal.aborted) return "lost";
    throw error;
  } finally {
    await chunks.return(undefined);
    await Promise.allSettled(running.map(({ lines }) => lines));
  }
}

class LeaseLost extends Error {}

interface Reading {
  chunks: AsyncGenerator<LineChunk>;
  running: Conversion[];
  from: number;
  today: string;
}

async function loadBatch(
  session: BulkSession,
  run: Leased,
  { name, kind }: FileRow,
  { chunks, running, from, today }: Reading,
): Promise<{ outcome: FileOutcome | "more"; readTo: number }> {
  const refused: RefusedLine[] = [];
  let rows = 0;
  let readTo = from;
  let ended = false;
  await repository.copyIntoStaging(session, run.id, kind, async (write) => {
    while (readTo - from < BATCH_BYTES) {
      while (!ended && running.length < CHUNKS_AT_ONCE) {
        const { done, value } = await chunks.next();
        ended = done === true;
        if (value) running.push({ readTo: value.readTo, lines: convertChunk(kind, value, today) });
      }
      const next = running.shift();
      if (!next) break;
      const lines = await next.lines;
      run.signal.throwIfAborted();
      await write(lines.copy);
      rows += lines.rows;
      refused.push(...lines.refused);
      readTo = next.readTo;
    }
  });
  if (refused.length > 0) await repository.addRefusals(session, run.id, name, refused);
  const batch = { from, readTo, rows, refused: refused.length };
  const moved = await repository.advanceFile(session, run, name, batch);
  if (!moved) throw new LeaseLost();
  if (moved.stop) return { outcome: "stopped", readTo };
  return { outcome: ended && running.length === 0 ? "read" : "more", readTo };
}

function convertChunk(
  kind: RegistryFileKind,
  { bytes }: LineChunk,
  today: string,
): Promise<ConvertedLines> {
  const input: LinesToConvert = { kind, bytes, today };
  const converted = runInThread<typeof convert>(
    "server/registry/registry-imports/convert-lines.thread.ts",
    input,
    { deadlineMs: CONVERSION_MS, transfer: [bytes] },
  );
  // The later await sees the failure; until then it must not count as unhandled.
  converted.catch(() => undefined);
  return converted;
}
