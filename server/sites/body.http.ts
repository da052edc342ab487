import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/**
 * Reads at most `limit` decompressed bytes, which bounds decompression bombs and endless bodies. Returns null for an
 * unknown encoding.
 */
export async function readBody(
  body: Readable,
  encoding: string,
  limit: number,
): Promise<Buffer | null> {
  const decoder = createDecoder(encoding);
  if (decoder === undefined) {
    body.destroy();
    return null;
  }
  // The compressed input is limited too: a stream of empty blocks yields no output to count.
  const plain =
    decoder === null
      ? body
      : pipeline(Readable.from(limitBytes(body, limit)), decoder, () => undefined);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of limitBytes(plain, limit)) chunks.push(chunk);
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

async function* limitBytes(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let left = limit;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Null when the body is not compressed. */
function createDecoder(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      // Servers truncate bodies: decode what arrived.
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** Decodes a page: charset from a BOM, the header, the page's meta, else UTF-8 if valid, else Latin-1. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const metaCharset = findCharset(bytes.toString("latin1", 0, 4_096));
  // A meta tag readable as single bytes proves that the page is not UTF-16.
  const declared = [
    findCharset(contentType),
    /^utf-?16/i.test(metaCharset ?? "") ? null : metaCharset,
  ];
  const fromBom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? ["utf-8"] : [];
  for (const charset of [...fromBom, ...declared, "utf-8"]) {
    const text = charset && tryDecode(charset, bytes);
    if (text) return text;
  }
  // Browsers read Latin-1 as Windows-1252, and so does TextDecoder.
  return new TextDecoder("latin1").decode(bytes);
}

function findCharset(text: string): string | null {
  return /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i.exec(text)?.[1] ?? null;
}

/** Returns null when the bytes are invalid in that charset or the charset is unknown. */
function tryDecode(charset: string, bytes: Buffer): string | null {
  try {
    // Streaming mode: a body cut at its limit may end inside a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
