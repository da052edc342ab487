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
