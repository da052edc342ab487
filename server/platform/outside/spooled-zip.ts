import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Spool } from "./spool";

const LEVEL = 3;

/** Limits of the format without its extensions, with room for the directory at the end. */
const MAX_BYTES = 3_900_000_000;
const MAX_ENTRIES = 60_000;

/** One file of the archive, written piece by piece; it is closed before the next is opened. */
interface ZipEntry {
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A ZIP file that is written to a spool entry by entry; nothing of it is kept in memory but the names. */
export interface SpooledZip {
  readonly bytes: number;
  /** Whether a file of this many bytes still fits. */
  hasRoom(bytes: number): boolean;
  /** Adds a file; `stored` without compression, for content that does not get smaller. */
  open(name: string, options?: { stored?: boolean }): ZipEntry;
  end(): Promise<void>;
}

export function openSpooledZip(spool: Spool): SpooledZip {
  const ready: Uint8Array[] = [];
  let bytes = 0;
  let entries = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  async function drain() {
    for (const piece of ready.splice(0)) {
      bytes += piece.length;
      await spool.write(piece);
    }
    if (bytes > MAX_BYTES) throw new Error("The archive is larger than its format allows.");
  }
  return {
    get bytes() {
      return bytes;
    },
    hasRoom: (more) => bytes + more <= MAX_BYTES && entries < MAX_ENTRIES,
    open(name, { stored = false } = {}) {
      entries += 1;
      const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL });
      zip.add(file);
      const push = async (piece: Uint8Array, isLast: boolean) => {
        file.push(piece, isLast);
        await drain();
      };
      return {
        write: (piece) => push(piece, false),
        close: () => push(new Uint8Array(), true),
      };
    },
    async end() {
      zip.end();
      await drain();
    },
  };
}
