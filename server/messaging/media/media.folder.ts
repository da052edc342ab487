import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MediaStore } from "./media.gateway";

/** Suffix of a file that is being written; keys have no dots. */
const UNFINISHED = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createFolderStore(folder: string): MediaStore {
  return {
    async put(key, { content, bytes: size }) {
      const path = join(folder, key);
      // A unique name: a second worker may write the same file after the first has lost its lease.
      const unfinished = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        // Unlike a write stream, `writeFile` fails only after its file is closed: a stream that was still opening could
        // create the file after it was removed.
        await pipeline(content, (bytes) =>
          writeFile(unfinished, bytes, { mode: 0o600, flush: true }),
        );
        const written = await stat(unfinished);
        if (written.size !== size) {
          throw new Error(`The file has ${written.size} bytes instead of ${size}.`);
        }
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const handle = await ignoreMissing(open(join(folder, key)));
      return handle?.createReadStream(range) ?? null;
    },

    remove: (key) => rm(join(folder, key), { force: true }),

    async removeUnfinished(before, limit) {
      let removed = 0;
      for await (const path of listFiles(folder)) {
        if (removed === limit) break;
        if (!UNFINISHED.test(path)) continue;
        const found = await ignoreMissing(stat(path));
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

/** The folders are read piece by piece: there may be millions of files. */
async function* listFiles(folder: string): AsyncGenerator<string> {
  const entries = await ignoreMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else yield path;
  }
}

function ignoreMissing<T>(asked: Promise<T>): Promise<T | null> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}
