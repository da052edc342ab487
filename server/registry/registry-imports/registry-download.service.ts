import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import type { SharedFile } from "./registry-share.gateway";
import { httpShare } from "./registry-share.http";
import { findNeededFolders } from "./registry-switch.repository";

/** The server stalls when more files are fetched at once. */
const FILES_AT_ONCE = 2;
/** Attempts on one file without a further byte before it counts as a failure. */
const MAX_IDLE_TRIES = 5;
const PAUSE_MS = 1_000;
const REPORT_EVERY_MS = 1_000;
/** Lists the files of a folder that were downloaded, one name a line: the folder may contain others. */
const DOWNLOADED = ".downloaded";
const MONTH = /^\d{4}-\d{2}$/;

/** Bytes of all files. */
export interface DownloadProgress {
  downloaded: number;
  size: number;
}

/**
 * Downloads a month's ZIPs into `folder`. Files that are complete are kept, and partial ones are continued. `report` is
 * called every second, and when all are complete.
 * @throws AppError not_found, unavailable
 */
export async function downloadMonth(
  month: string,
  folder: string,
  signal: AbortSignal,
  report: (progress: DownloadProgress) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const files = await httpShare.list(month, signal);
  if (files.length === 0) throw new AppError("not_found", `A Receita ainda não publicou ${month}.`);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const queue = new PQueue({ concurrency: FILES_AT_ONCE });
  const ended = new AbortController();
  const reporting = reportUntil(ended.signal, async () =>
    report({ downloaded: await countBytes(folder, files), size }),
  );
  const failed = new AbortController();
  const whileNoneFails = AbortSignal.any([signal, failed.signal]);
  const downloads = files.map((file) =>
    queue.add(() => downloadFile(month, folder, file, whileNoneFails)),
  );
  try {
    await Promise.all(downloads);
  } catch (error) {
    // A download that was still running would write to the same file as the next attempt.
    queue.clear();
    failed.abort();
    await queue.onIdle();
    throw error;
  } finally {
    ended.abort();
    await reporting;
  }
  await report({ downloaded: size, size });
}

/** A failed report is corrected by the next one. */
async function reportUntil(ended: AbortSignal, report: () => Promise<void>): Promise<void> {
  while (!ended.aborted) {
    await report().catch((error: unknown) => logger.warn({ err: error }, "registry download"));
    await setTimeout(REPORT_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

async function countBytes(folder: string, files: readonly SharedFile[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async ({ name, size }) => {
      const path = join(folder, name);
      return Math.min(size, (await sizeOf(path)) || (await sizeOf(`${path}.part`)));
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function downloadFile(month: string, folder: string, file: SharedFile, signal: AbortSignal) {
  const path = join(folder, file.name);
  if ((await sizeOf(path)) === file.size) return;
  await appendFile(join(folder, DOWNLOADED), `${file.name}\n`);
  const part = `${path}.part`;
  let from = await sizeOf(part);
  for (let idle = 0; from !== file.size; ) {
    // A longer part cannot belong to this file: start again.
    await httpShare.download(month, file, part, from > file.size ? 0 : from, signal);
    const now = await sizeOf(part);
    idle = now === from ? idle + 1 : 0;
    from = now;
    if (idle === MAX_IDLE_TRIES || from > file.size) {
      throw new AppError("unavailable", `${file.name} não pôde ser baixado por inteiro.`);
    }
    if (from !== file.size) await setTimeout(PAUSE_MS, undefined, { signal });
  }
  await rename(part, path);
}

/**
 * Deletes a downloaded file that turned out to be damaged. A file that was published again during its download is
 * damaged but has the full size, so the next download would keep it.
 */
export async function discardDamaged(folder: string, error: unknown): Promise<void> {
  const name = error instanceof AppError ? error.fields?.["file"] : undefined;
  if (name === undefined) return;
  logger.warn({ file: name }, "registry download damaged");
  await rm(join(folder, name), { force: true });
}

/**
 * Deletes the downloads of months before the one that is served; the month for a rollback keeps its files. A failed
 * deletion does not prevent serving a month.
 */
export async function removeOldDownloads(): Promise<void> {
  const needed = await findNeededFolders();
  const served = needed.find(({ is_served }) => is_served)?.month;
  if (!served) return;
  const kept = new Set(needed.map(({ folder }) => resolve(folder)));
  for (const name of await readdir(env.REGISTRY_DIR).catch(() => [])) {
    const folder = resolve(env.REGISTRY_DIR, name);
    if (!MONTH.test(name) || name >= served || kept.has(folder)) continue;
    await removeDownload(folder).catch((error: unknown) =>
      logger.warn({ folder, err: error }, "registry download not removed"),
    );
  }
}

async function removeDownload(folder: string): Promise<void> {
  const list = join(folder, DOWNLOADED);
  const names = await readFile(list, "utf8").catch(() => null);
  if (names === null) return;
  for (const name of new Set(names.split("\n").filter(Boolean))) {
    await rm(join(folder, name), { force: true });
    await rm(join(folder, `${name}.part`), { force: true });
  }
  await rm(list);
  // Fails, and is ignored, when the folder contains anything else.
  await rmdir(folder).catch(() => undefined);
  logger.info({ folder }, "registry download removed");
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
