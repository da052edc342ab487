import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { isEmailAddress } from "@/lib/domain/text/email";
import type { CopyText } from "./copy-text";
import { isDigit, type RegistryLine } from "./registry-line";
import { findEnd, findStart } from "./registry-text";

/** Values of the official files. Each function returns null for what is empty or a placeholder. */

const ZERO = 48;
const COMMA = 44;
const DOT = 46;

/** A number of `least` to `most` digits and nothing else. */
export function readDigits(
  line: RegistryLine,
  place: number,
  least: number,
  most: number,
): number | null {
  const [from, to] = [line.start(place), line.end(place)];
  if (to - from < least || to - from > most) return null;
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const byte = line.bytes[at] ?? 0;
    if (!isDigit(byte)) return null;
    value = value * 10 + byte - ZERO;
  }
  return value;
}

/** The digits of a value with anything between them; 0 for none. Zeros before them do not count. */
function collectDigits(line: RegistryLine, place: number): number {
  let value = 0;
  for (let at = line.start(place); at < line.end(place); at += 1) {
    const byte = line.bytes[at] ?? 0;
    if (isDigit(byte)) value = value * 10 + byte - ZERO;
  }
  return value;
}

/** A code as a number: "0032" is 32. */
export function readCode(line: RegistryLine, place: number): number | null {
  return readDigits(line, place, 1, 7);
}

/** Seven digits. */
export function readActivity(line: RegistryLine, place: number): number | null {
  return readDigits(line, place, 7, 7);
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * "20260131" as 20260131. Null for zeros and impossible days, and for days before 1900 or after `today`, which has the
 * same form.
 */
export function readDate(line: RegistryLine, place: number, today: number): number | null {
  const date = readDigits(line, place, 8, 8);
  if (date === null || date < 19_000_101 || date > today) return null;
  const year = Math.floor(date / 10_000);
  const month = Math.floor(date / 100) % 100;
  const day = date % 100;
  if (day === 0 || day > (DAYS[month - 1] ?? 0)) return null;
  return month === 2 && day === 29 && !isLeapYear(year) ? null : date;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Eight digits as a number. Some lost a leading zero; fewer digits than seven identify no place. */
export function readCep(line: RegistryLine, place: number): number | null {
  const cep = readDigits(line, place, 7, 8);
  return cep === null || cep < 1_000_000 ? null : cep;
}

/** Whether there is an area of this code. */
const AREAS = Array.from({ length: 100 }, (_, area) => isAreaCode(String(area)));

/**
 * Digits with 55, from an area code and a number at these places. Mobiles are stored without their ninth digit, area
 * codes may have a leading zero, and `0` means that there is no number. Seven digits are a number from before 2005, which
 * no longer works.
 */
export function readPhone(line: RegistryLine, areaAt: number, numberAt: number): number | null {
  const area = collectDigits(line, areaAt);
  if (!AREAS[area]) return null;
  const number = collectDigits(line, numberAt);
  if (number >= 20_000_000 && number < 60_000_000) return (5_500 + area) * 1e8 + number;
  if (number >= 60_000_000 && number <= 99_999_999) return (5_500 + area) * 1e9 + 9e8 + number;
  if (number >= 900_000_000 && number <= 999_999_999) return (5_500 + area) * 1e9 + number;
  return null;
}

export function isMobile(phone: string): boolean {
  return phone.length === 13;
}

export function readEmail(line: RegistryLine, place: number): string | null {
  if (line.start(place) === line.end(place)) return null;
  const email = line.text(place).trim().toLowerCase();
  return isEmailAddress(email) ? email : null;
}

/** The value that the registry uses for an unknown capital. */
const UNKNOWN_CAPITAL_CENTS = 99_999_999_999_900;
const MOST_CAPITAL_DIGITS = 13;

/** "1.061.004.829,23" in cents. */
export function readCapitalCents(line: RegistryLine, place: number): number | null {
  let value = 0;
  let digits = 0;
  /** Negative before the comma. */
  let decimals = -1;
  for (let at = line.start(place); at < line.end(place); at += 1) {
    const byte = line.bytes[at] ?? 0;
    if (byte === DOT) continue;
    if (byte === COMMA && decimals < 0) {
      decimals = 0;
    } else {
      if (!isDigit(byte) || decimals === 2) return null;
      value = value * 10 + byte - ZERO;
      if (decimals < 0) digits += 1;
      else decimals += 1;
    }
  }
  if (digits === 0 || digits > MOST_CAPITAL_DIGITS || decimals === 0) return null;
  const cents = value * 10 ** (2 - Math.max(0, decimals));
  return cents === UNKNOWN_CAPITAL_CENTS ? null : cents;
}

const ACTIVITY_DIGITS = 7;
const LEFT_BRACE = 123;
const RIGHT_BRACE = 125;

/** Writes a list of seven-digit activities, separated by commas, as an array. Invalid ones are left out. */
export function writeActivities(line: RegistryLine, place: number, copy: CopyText): void {
  const { bytes } = line;
  const end = line.end(place);
  copy.byte(LEFT_BRACE);
  const first = copy.length;
  for (let from = line.start(place); from < end; ) {
    let to = from;
    while (to < end && bytes[to] !== COMMA) to += 1;
    const start = findStart(bytes, from, to);
    const stop = findEnd(bytes, start, to);
    let digits = 0;
    while (digits < stop - start && isDigit(bytes[start + digits] ?? 0)) digits += 1;
    if (digits === ACTIVITY_DIGITS && start + digits === stop) {
      if (copy.length > first) copy.byte(COMMA);
      copy.ascii(bytes, start, stop);
    }
    from = to + 1;
  }
  copy.byte(RIGHT_BRACE);
}

const TRAILING_CPF = /(^|\s)\d{3}(\d{6})\d{2}$/;
const MASKED_CPF = /\s?\*{3}\d{6}\*{2}$/;
/** With letters only in the punctuated form, and with a digit: other words are names. */
const LEADING_ROOT =
  /^(?:\d{2}\.?\d{3}\.?\d{3}|(?=[A-Z.]{0,9}\d)[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3})\s+/;

/** The names of individual entrepreneurs end with their CPF: its middle stays, as in the file of partners. */
export function maskCpf(legalName: string): string {
  return legalName.replace(TRAILING_CPF, "$1***$2**");
}

/** The name of a person without the CNPJ before it and the masked CPF after it. */
export function removeDocuments(legalName: string): string {
  return legalName.replace(MASKED_CPF, "").replace(LEADING_ROOT, "");
}

/** Reads a typed company name: the root of a CNPJ before it, or alone, and the name to search for. */
export function readTypedName(typed: string): { root: string | null; name: string } {
  const text = typed.trim().toUpperCase();
  const [leading = ""] = LEADING_ROOT.exec(`${text} `) ?? [];
  const name = removeDocuments(maskCpf(text.slice(leading.length)));
  return leading === ""
    ? { root: null, name: name || text }
    : { root: leading.replace(/[.\s]/g, ""), name };
}
