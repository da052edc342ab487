import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

/** Bytes kept on disk until all have arrived. The file has no name, so that none is left over, however this ends. */
export interface Spool {
  write(chunk: Uint8Array): Promise<void>;
  /** The first bytes, at most `length`. */
  readHead(length: number): Promise<Buffer>;
  /** Streams all bytes, from the first on. */
  stream(): Readable;
  /** All bytes, in memory that is allocated once. */
  read(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A file that has arrived completely. */
export type SpooledFile = Pick<Spool, "readHead" | "stream"> & { readonly bytes: number };

/** Linux's O_TMPFILE, for which Node has no constant. */
const NAMELESS = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR;
/** Error codes of a file system without such files. */
const UNKNOWN = new Set(["EOPNOTSUPP", "ENOTSUP", "EISDIR", "EINVAL"]);

/**
 * For a file without a name from the start. Otherwise a process killed between creating and removing the file would
 * leave it.
 */
async function openNameless(): Promise<FileHandle> {
  if (process.platform === "linux") {
    try {
      return await open(tmpdir(), NAMELESS, 0o600);
    } catch (error) {
      if (!UNKNOWN.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
  const file = join(tmpdir(), `garimpo-${randomUUID()}`);
  const handle = await open(file, "wx+", 0o600);
  await unlink(file);
  return handle;
}

export async function openSpool(): Promise<Spool> {
  const handle = await openNameless();
  let size = 0;
  return {
    async write(chunk) {
      // A full disk accepts a part of a chunk without an error, and refuses the rest.
      for (let written = 0; written < chunk.length; ) {
        const rest = chunk.length - written;
        const { bytesWritten } = await handle.write(chunk, written, rest, size);
        written += bytesWritten;
        size += bytesWritten;
      }
    },
    async readHead(length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    },
    stream: () => handle.createReadStream({ start: 0, autoClose: false }),
    async read() {
      const bytes = Buffer.allocUnsafe(size);
      let read = 0;
      while (read < size) {
        const { bytesRead } = await handle.read(bytes, read, size - read, read);
        if (bytesRead === 0) throw new Error("The spooled file is shorter than what was written.");
        read += bytesRead;
      }
      return bytes;
    },
    close: () => handle.close(),
  };
}
