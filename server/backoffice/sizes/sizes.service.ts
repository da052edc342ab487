import { opendir, stat, statfs } from "node:fs/promises";
import { join, relative } from "node:path";
import type { SizeOfFolder } from "@/lib/contracts/backoffice/sizes";
import { env } from "@/server/platform/env";
import { findDatabaseSize, findLargestTables } from "./sizes.repository";

const TABLES = 20;
/** Counting more entries would take seconds; the file system's own tools can do that. */
const MOST_ENTRIES = 20_000;

export async function readSizes() {
  const [database_bytes, tables, media, registry] = await Promise.all([
    findDatabaseSize(),
    findLargestTables(TABLES),
    env.MEDIA_S3_ENDPOINT ? inBucket() : measureFolder("media", env.MEDIA_DIR, env.REGISTRY_DIR),
    measureFolder("registry", env.REGISTRY_DIR),
  ]);
  return { database_bytes, tables, folders: [media, registry] };
}

function inBucket(): SizeOfFolder {
  return { name: "media", bytes: null, files: 0, whole: false, free_bytes: null };
}

/** `apart` is a folder inside that is measured separately. A missing folder counts as empty. */
async function measureFolder(
  name: SizeOfFolder["name"],
  folder: string,
  apart?: string,
): Promise<SizeOfFolder> {
  let bytes = 0;
  let files = 0;
  let entriesLeft = MOST_ENTRIES;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined && entriesLeft > 0; next = folders.pop()) {
    const entries = await opendir(next).catch(() => null);
    if (!entries) continue;
    for await (const entry of entries) {
      if (entriesLeft === 0) break;
      entriesLeft -= 1;
      const path = join(next, entry.name);
      if (entry.isDirectory() && (apart === undefined || relative(apart, path) !== "")) {
        folders.push(path);
      }
      if (!entry.isFile()) continue;
      // The file may have been removed meanwhile.
      bytes += (await stat(path).catch(() => ({ size: 0 }))).size;
      files += 1;
    }
  }
  const disk = await statfs(folder).catch(() => null);
  const free_bytes = disk ? disk.bavail * disk.bsize : null;
  return { name, bytes, files, whole: entriesLeft > 0, free_bytes };
}
