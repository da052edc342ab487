import { type CopyText, isControl } from "./copy-text";
import { isDigit, type RegistryLine } from "./registry-line";
import { foldCompanyName, foldName } from "./registry-name";

/** Texts of the official files, from the bytes of a line to those of COPY. */

const SPACE = 32;
const CONTROL = /\p{Cc}/u;
const CONTROLS = /\p{Cc}+/gu;
const NO_BREAK_SPACE = 0xa0;
const ASTERISK = 42;
const ZERO = 48;
const NINE = 57;
const LETTER_A = 65;
const LETTER_Z = 90;

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === NO_BREAK_SPACE || isControl(byte);
}

/** Where a text begins without the blanks before it. */
export function findStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Where it ends without those after it. */
export function findEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(bytes[at - 1] ?? 0)) at -= 1;
  return at;
}

/**
 * Writes a text; `none`, NULL by default, when nothing is left of it. Control characters become blanks; the rest is
 * kept as it is.
 */
export function writeText(
  line: RegistryLine,
  place: number,
  copy: CopyText,
  none: "" | null = null,
): void {
  if (!writeFilled(line, place, copy) && none === null) copy.null();
}

/** Writes two texts with a blank between them. */
export function writeJoined(
  line: RegistryLine,
  first: number,
  second: number,
  copy: CopyText,
): void {
  const from = copy.length;
  const isBoth = writeFilled(line, first, copy);
  if (isBoth) copy.byte(SPACE);
  if (writeFilled(line, second, copy)) return;
  if (isBoth) copy.length -= 1;
  if (copy.length === from) copy.null();
}

/** Returns false, and writes nothing, when nothing is left of the text. */
function writeFilled(line: RegistryLine, place: number, copy: CopyText): boolean {
  const { bytes } = line;
  const from = findStart(bytes, line.start(place), line.end(place));
  const to = findEnd(bytes, from, line.end(place));
  copy.latin1(bytes, from, to);
  return from < to;
}

/** A text as a string, with control characters as blanks. */
export function readText(line: RegistryLine, place: number): string {
  const text = line.text(place);
  return (CONTROL.test(text) ? text.replaceAll(CONTROLS, " ") : text).trim();
}

/** Whether a name may begin or end with a document's number. */
export function hasDigitAtEnd(line: RegistryLine, place: number): boolean {
  const { bytes } = line;
  const from = findStart(bytes, line.start(place), line.end(place));
  const to = findEnd(bytes, from, line.end(place));
  const last = bytes[to - 1] ?? 0;
  return isDigit(bytes[from] ?? 0) || isDigit(last) || last === ASTERISK;
}

/** Writes bytes as they are: digits and capital letters. */
export function writeBytes(line: RegistryLine, place: number, copy: CopyText): void {
  copy.ascii(line.bytes, line.start(place), line.end(place));
}

/** Whether a value is `length` digits and capital letters, from the character `first` on: letters alone from A. */
export function isIdentifier(
  line: RegistryLine,
  place: number,
  length: number,
  first = ZERO,
): boolean {
  const [from, to] = [line.start(place), line.end(place)];
  if (to - from !== length) return false;
  for (let at = from; at < to; at += 1) {
    const byte = line.bytes[at] ?? 0;
    if (byte < first || byte > LETTER_Z || (byte > NINE && byte < LETTER_A)) return false;
  }
  return true;
}

/** The result of `foldName` for each byte: up to two letters, none for a separator of words. */
const FOLDED = Array.from({ length: 256 }, (_, byte) => foldName(String.fromCharCode(byte)));
const FIRST_FOLDED = Uint8Array.from(FOLDED, (folded) => folded.charCodeAt(0) || 0);
const SECOND_FOLDED = Uint8Array.from(FOLDED, (folded) => folded.charCodeAt(1) || 0);

const LETTER_C = 67;
const LETTER_D = 68;
const LETTER_L = 76;
const LETTER_M = 77;
const LETTER_S = 83;
const APOSTROPHES = new Set([0x27, 0x60, 0xb4, 0x91, 0x92]);

/**
 * Writes a name as `foldCompanyName` folds it. Most names are written byte by byte; the few with an apostrophe, with
 * single letters in a row or with one that may belong to the next word are folded as a string.
 */
export function writeFolded(line: RegistryLine, place: number, copy: CopyText): void {
  const { bytes } = line;
  const from = copy.length;
  const end = line.end(place);
  let wordFrom = from;
  let isAfterSingle = false;
  let isPlain = true;
  for (let at = line.start(place); at <= end && isPlain; at += 1) {
    const byte = at === end ? SPACE : (bytes[at] as number);
    const folded = FIRST_FOLDED[byte] as number;
    if (folded === 0) {
      if (APOSTROPHES.has(byte)) isPlain = false;
      const length = copy.length - wordFrom;
      if (length === 0) continue;
      if (length < 3 && mayBePart(copy, wordFrom, length, isAfterSingle)) isPlain = false;
      isAfterSingle = length === 1;
      copy.byte(SPACE);
      wordFrom = copy.length;
      continue;
    }
    copy.byte(folded);
    const second = SECOND_FOLDED[byte] as number;
    if (second !== 0) copy.byte(second);
  }
  if (!isPlain) {
    copy.length = from;
    copy.text(foldCompanyName(line.text(place)));
  } else if (copy.length > from) copy.length -= 1;
}

/** Whether a word of one or two letters may be written together with its neighbour: 'S, D', L', MC, initials. */
function mayBePart(copy: CopyText, from: number, length: number, isAfterSingle: boolean): boolean {
  const letter = copy.at(from);
  if (length === 2) return letter === LETTER_M && copy.at(from + 1) === LETTER_C;
  return isAfterSingle || letter === LETTER_S || letter === LETTER_D || letter === LETTER_L;
}
