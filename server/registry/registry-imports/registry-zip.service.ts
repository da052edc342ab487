import { basename } from "node:path";
import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import yauzl from "yauzl";
import { AppError } from "@/lib/errors";

/** Unpacked bytes per chunk of lines: well below a second of work, and few enough chunks to pass around. */
const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;
/** How much of a file is read to identify it: more than the largest table of codes. */
const HEAD_BYTES = 512 * 1024;
/** A ZIP's number for content that is not compressed. */
const STORED = 0;
/** Unpacked at a time. yauzl's own 16 KB take twice as long, most of it between the pieces. */
const PIECE_BYTES = 256 * 1024;

export interface ZipContent {
  innerName: string;
  size: number;
  checksum: number;
  /** The first lines, as far as they are whole, in Latin-1 without NULs: all of a small file. */
  head: string;
}

/**
 * Reads the name, the size and the first lines of a ZIP's only file.
 * @throws AppError invalid_input that names the ZIP and what is wrong with it
 */
export async function inspectZip(path: string): Promise<ZipContent> {
  const { zip, entry } = await openZip(path);
  try {
    const stream = await openEntry(path, zip, entry);
    let first = Buffer.alloc(0);
    let isWhole = true;
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        first = Buffer.concat([first, piece]);
        isWhole = first.length < HEAD_BYTES;
        if (!isWhole) break;
      }
    } catch (error) {
      throw damaged(path, error);
    }
    const end = isWhole ? first.length : first.lastIndexOf(NEWLINE) + 1;
    return {
      innerName: entry.fileName,
      size: entry.uncompressedSize,
      checksum: entry.crc32,
      head: first.subarray(0, end).toString("latin1").replaceAll("\0", ""),
    };
  } finally {
    zip.close();
  }
}

export interface LineChunk {
  /** Whole lines. */
  bytes: ArrayBuffer;
  /** Unpacked bytes of the file up to the end of this chunk. */
  readTo: number;
}

/**
 * Yields the lines of a ZIP's only file from the unpacked byte `from` on. What comes before is unpacked again, which
 * takes a fraction of its import's time. The checksum covers the whole file.
 * @throws AppError invalid_input when the file is damaged
 */
export async function* readLines(path: string, from: number): AsyncGenerator<LineChunk> {
  const { zip, entry } = await openZip(path);
  let stream: Readable | undefined;
  try {
    stream = await openEntry(path, zip, entry);
    let position = 0;
    let checksum = 0;
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const { done, value } = await pieces.next().catch((error: unknown) => {
        throw damaged(path, error);
      });
      if (done) break;
      checksum = crc32(value, checksum);
      const skipped = Math.min(value.length, Math.max(0, from - position));
      position += value.length;
      if (position > entry.uncompressedSize) throw damaged(path, "longer than it says");
      if (skipped === value.length) continue;
      pending.push(skipped === 0 ? value : value.subarray(skipped));
      pendingBytes += value.length - skipped;
      if (pendingBytes < CHUNK_BYTES) continue;
      const all = Buffer.concat(pending, pendingBytes);
      const end = all.lastIndexOf(NEWLINE) + 1;
      if (end === 0 && pendingBytes > 8 * CHUNK_BYTES) {
        throw refused(path, "tem uma linha longa demais");
      }
      pending = end < all.length ? [all.subarray(end)] : [];
      pendingBytes -= end;
      if (end > 0) yield { bytes: copyBytes(all, end), readTo: position - pendingBytes };
    }
    if (checksum !== entry.crc32) throw damaged(path, "checksum");
    if (pendingBytes > 0) {
      yield {
        bytes: copyBytes(Buffer.concat(pending, pendingBytes), pendingBytes),
        readTo: position,
      };
    }
  } finally {
    stream?.destroy();
    zip.close();
  }
}

/** Copies the bytes to a separate buffer, which can be moved to a thread. */
function copyBytes(bytes: Buffer, end: number): ArrayBuffer {
  const own = new ArrayBuffer(end);
  new Uint8Array(own).set(bytes.subarray(0, end));
  return own;
}

async function openZip(path: string): Promise<{ zip: yauzl.ZipFile; entry: yauzl.Entry }> {
  let zip: yauzl.ZipFile | undefined;
  try {
    zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > 1) break;
    }
    const [entry] = entries;
    if (!entry || entries.length > 1) throw refused(path, "não contém exatamente um arquivo");
    if (!entry.canDecodeFileData())
      throw refused(path, "está cifrado ou compactado de outra forma");
    return { zip, entry };
  } catch (error) {
    zip?.close();
    throw error instanceof AppError ? error : damaged(path, error);
  }
}

async function openEntry(path: string, zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  try {
    const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    // An error after the reader has left must not end the process.
    packed.on("error", () => undefined);
    if (entry.compressionMethod === STORED) return packed;
    return pipeline(packed, createInflateRaw({ chunkSize: PIECE_BYTES }), () => undefined);
  } catch (error) {
    throw damaged(path, error);
  }
}

/** Names the file under `file`: a downloaded one has to be downloaded again. */
function damaged(path: string, cause: unknown): AppError {
  const { message } = refused(path, "não é um ZIP inteiro: está cortado ou danificado");
  return new AppError("invalid_input", message, { cause, fields: { file: basename(path) } });
}

/** @returns AppError invalid_input that names the file */
export function refused(path: string, problem: string, cause?: unknown): AppError {
  return new AppError("invalid_input", `${basename(path)} ${problem}.`, { cause });
}
