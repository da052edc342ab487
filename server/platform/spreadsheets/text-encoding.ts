import { isUtf8 } from "node:buffer";

const SLICE_BYTES = 256 * 1024;

/** The encoding: from the BOM, else UTF-8 if valid, else Windows-1252. */
function detectEncoding(bytes: Uint8Array): "utf-8" | "utf-16le" | "windows-1252" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** Decodes the text in slices, without its BOM. */
export function* decodeInSlices(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes));
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
  }
  yield decoder.decode();
}
