import { CopyText } from "./copy-text";
import { REGISTRY_FILES, type RegistryFileKind } from "./registry-files";
import { decodeLatin1, RegistryLine } from "./registry-line";
import { type Refusal, STAGED } from "./registry-rows";

/** A line that is not imported, and why. */
export interface RefusedLine {
  reason: Refusal;
  /** Without what exceeds MAX_REFUSED_LENGTH. */
  line: string;
}

export interface ConvertedLines {
  /** COPY's text format in UTF-8. */
  copy: Uint8Array;
  rows: number;
  refused: RefusedLine[];
}

const NEWLINE = 10;
const RETURN = 13;
const MAX_REFUSED_LENGTH = 4_000;
/** No line becomes longer than this: a byte becomes two or three, of a name that is written twice six. */
const LONGEST_GROWTH = 6;
const LONGEST_NULLS = 256;

/**
 * Converts whole lines in Latin-1 of a file of `kind`. NULs are dropped; empty lines are skipped. `today` as
 * "2026-01-31".
 */
export function convertLines(
  kind: RegistryFileKind,
  bytes: Uint8Array,
  today: string,
): ConvertedLines {
  const lines = bytes.includes(0) ? dropNuls(bytes) : bytes;
  const { columns: fields } = REGISTRY_FILES[kind];
  const { refuse, columns } = STAGED[kind];
  const writers = columns.map(([, write]) => write);
  const day = Number(today.replaceAll("-", ""));
  const refused: RefusedLine[] = [];
  const copy = new CopyText(lines.length + LONGEST_NULLS);
  const line = new RegistryLine();
  let rows = 0;
  for (let from = 0, to = 0; from < lines.length; from = to + 1) {
    to = lines.indexOf(NEWLINE, from);
    if (to === -1) to = lines.length;
    if (to === from || (to === from + 1 && lines[from] === RETURN)) continue;
    const reason = line.split(lines, from, to, fields) ? refuse(line) : "columns";
    if (reason) {
      const end = Math.min(to, from + MAX_REFUSED_LENGTH);
      refused.push({ reason, line: decodeLatin1(lines, from, end) });
      continue;
    }
    copy.reserve((to - from) * LONGEST_GROWTH + LONGEST_NULLS);
    for (let place = 0; place < writers.length; place += 1) {
      if (place > 0) copy.endValue();
      writers[place]?.(line, copy, day);
    }
    copy.endLine();
    rows += 1;
  }
  return { copy: copy.toBytes(), rows, refused };
}

function dropNuls(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    kept[length] = byte;
    if (byte !== 0) length += 1;
  }
  return kept.subarray(0, length);
}
