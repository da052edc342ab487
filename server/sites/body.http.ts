import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** The first `limit` decompressed bytes; neither a bomb nor a body without end is read further. Null for an unknown encoding. */
export async function readBody(
  body: Readable,
  encoding: string,
  limit: number,
): Promise<Buffer | null> {
  const decoder = decoderOf(encoding);
  if (decoder === undefined) {
    body.destroy();
    return null;
  }
  // The compressed side has a limit too: a stream of empty blocks never fills the other.
  const plain =
    decoder === null ? body : pipeline(Readable.from(upTo(body, limit)), decoder, () => undefined);
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of upTo(plain, limit)) chunks.push(chunk);
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks);
}

async function* upTo(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let left = limit;
  for await (const chunk of source) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

/** Null when there is nothing to undo. */
function decoderOf(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      // Servers cut bodies short: what came is worth reading.
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case "deflate":
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case "br":
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

/** The text of a page: charset from the header, else the page's own meta, else UTF-8 when it is that, else Latin-1. */
export function decodeHtml(bytes: Buffer, contentType: string): string {
  const inMeta = charsetIn(bytes.toString("latin1", 0, 4_096));
  // A meta that could be read byte by byte is in no UTF-16.
  const declared = [charsetIn(contentType), /^utf-?16/i.test(inMeta ?? "") ? null : inMeta];
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? ["utf-8"] : [];
  for (const charset of [...marked, ...declared, "utf-8"]) {
    const text = charset && decodedAs(charset, bytes);
    if (text) return text;
  }
  // To a browser Latin-1 is Windows-1252, and so it is here.
  return new TextDecoder("latin1").decode(bytes);
}

function charsetIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1] ?? null;
}

/** Null when the bytes are not in that charset, whatever was declared, or nobody knows it. */
function decodedAs(charset: string, bytes: Buffer): string | null {
  try {
    // As a stream: a body cut at its limit may end inside a character.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
