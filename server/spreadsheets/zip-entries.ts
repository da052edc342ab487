import { createInflateRaw } from "node:zlib";
import { AppError } from "@/lib/errors";

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
/** A workbook has a few dozen parts. */
const MOST_ENTRIES = 1_000;

export interface ZipEntry {
  name: string;
  method: number;
  compressed: Uint8Array;
  /** Declared uncompressed size, in bytes. */
  size: number;
}

/** @throws AppError invalid_input */
export function readZipEntries(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(view);
  } catch (error) {
    if (error instanceof AppError) throw error;
    // An offset points outside the file.
    throw damagedError();
  }
}

function readDirectory(view: Buffer): Map<string, ZipEntry> {
  const end = findEnd(view);
  const count = view.readUInt16LE(end + 10);
  let at = view.readUInt32LE(end + 16);
  if (count > MOST_ENTRIES) throw damagedError();
  const entries = new Map<string, ZipEntry>();
  for (let index = 0; index < count; index += 1) {
    if (view.readUInt32LE(at) !== ENTRY_SIGNATURE) throw damagedError();
    const compressedSize = view.readUInt32LE(at + 20);
    const nameLength = view.readUInt16LE(at + 28);
    const local = view.readUInt32LE(at + 42);
    const name = view.toString("utf8", at + 46, at + 46 + nameLength);
    if (view.readUInt32LE(local) !== LOCAL_SIGNATURE) throw damagedError();
    const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
    entries.set(name.replaceAll("\\", "/"), {
      name,
      method: view.readUInt16LE(at + 10),
      compressed: view.subarray(start, start + compressedSize),
      size: view.readUInt32LE(at + 24),
    });
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return entries;
}

function findEnd(view: Buffer): number {
  const first = Math.max(0, view.length - END_BYTES - LONGEST_COMMENT);
  for (let at = view.length - END_BYTES; at >= first; at -= 1) {
    if (view.readUInt32LE(at) === END_SIGNATURE) return at;
  }
  throw damagedError();
}

/**
 * Inflates an entry's text in chunks.
 * @throws AppError too_large once more than `maxBytes` come out, whatever size the entry declares
 */
export async function* inflateText(entry: ZipEntry, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let size = 0;
  for await (const piece of inflateChunks(entry)) {
    size += piece.byteLength;
    if (size > maxBytes) throw new AppError("too_large", INFLATED_TOO_LARGE);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

export const INFLATED_TOO_LARGE =
  "A planilha fica grande demais depois de aberta. Divida-a em partes menores ou salve como CSV.";

const STORED = 0;
const DEFLATED = 8;

async function* inflateChunks({ method, compressed }: ZipEntry): AsyncGenerator<Uint8Array> {
  if (method === STORED) return yield compressed;
  if (method !== DEFLATED) throw damagedError();
  const inflate = createInflateRaw();
  inflate.end(compressed);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
      throw damagedError();
    }
    throw error;
  }
}

function damagedError(): AppError {
  const sentence = "A planilha está danificada ou não é um arquivo .xlsx.";
  return new AppError("invalid_input", sentence, { fields: { file: sentence } });
}
