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
  const encoding = detectEncoding(bytes);
  if (encoding === "utf-8" && !isUtf8(bytes)) return yield* decodeByLines(bytes);
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
  }
  yield decoder.decode();
}

const LINE_FEED = 10;

/** Decodes UTF-8 with lines of Windows-1252 in it, as when two files were joined. */
function* decodeByLines(bytes: Uint8Array): Generator<string> {
  const utf8 = new TextDecoder();
  const windows = new TextDecoder("windows-1252");
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    text += (isWindowsLine(line) ? windows : utf8).decode(line);
    at = end;
    if (text.length < SLICE_BYTES) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Whether no character beyond ASCII is whole, and at least one is broken for another reason than being cut off. */
function isWindowsLine(line: Uint8Array): boolean {
  if (isUtf8(line)) return false;
  let letters = 0;
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at] ?? 0;
    if (byte < 0x80) continue;
    const next = line[at + 1] ?? 0;
    if (countFollowing(byte) > 0 && (next & 0xc0) === 0x80) return false;
    // In Windows-1252, 'Ã' is followed by a capital letter; otherwise this byte is half of a UTF-8 character.
    if (byte !== 0xc3 || (next >= 0x41 && next <= 0x5a)) letters += 1;
  }
  return letters > 0;
}
