import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MediaStore } from "./media.gateway";

export function createFolderStore(folder: string): MediaStore {
  return {
    async put(key, { content }) {
      const path = join(folder, key);
      // A name of its own: two workers may write one file, after the first has lost its lease.
      const unfinished = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        // Unlike a write stream, `writeFile` fails only when its file is closed: one that was still
        // being opened would come into being after it was removed.
        await pipeline(content, (bytes) =>
          writeFile(unfinished, bytes, { mode: 0o600, flush: true }),
        );
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const handle = await open(join(folder, key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return handle?.createReadStream(range) ?? null;
    },

    remove: (key) => rm(join(folder, key), { force: true }),
  };
}
