import { isUtf8 } from "node:buffer";

const SLICE_BYTES = 256 * 1024;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const MARKS: readonly [mark: readonly number[], encoding: Encoding][] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
  [[0xef, 0xbb, 0xbf], "utf-8"],
];

/** The encoding: from the BOM, else UTF-8 if it is mostly that, else Windows-1252. */
function detectEncoding(bytes: Uint8Array): Encoding {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte));
  return marked?.[1] ?? (isUtf8(bytes) || isMostlyUtf8(bytes) ? "utf-8" : "windows-1252");
}

/**
 * Whether more characters beyond ASCII are whole than broken: a cut or mistyped byte does not make all others another
 * encoding, and in Windows-1252 hardly two accented letters follow each other as UTF-8 would have it.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let whole = 0;
  let broken = 0;
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    at += 1;
    if (lead < 0x80) continue;
    const following = countFollowing(lead);
    let found = 0;
    while (found < following && ((bytes[at + found] ?? 0) & 0xc0) === 0x80) found += 1;
    if (following > 0 && found === following) whole += 1;
    else broken += 1;
    at += found;
  }
  return whole > broken;
}

/** How many bytes follow the first one of a character; 0 for a byte that begins none. */
function countFollowing(lead: number): number {
  if (lead >= 0xc2 && lead <= 0xdf) return 1;
  if (lead >= 0xe0 && lead <= 0xef) return 2;
  return lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
}

/** Decodes the text in slices, without its BOM. */
export function* decodeInSlices(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes));
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
  }
  yield decoder.decode();
}
