import { type BrazilianNumber, hasUnknownArea, readBrazilianDigits } from "./brazilian-number";
import {
  findSpreadsheetForm,
  MAX_WRITTEN_LENGTH,
  phoneDigits,
  removeDecimals,
} from "./phone-digits";
import { findWhatsappAddresses, findWhatsappNumber, hasWhatsappAddress } from "./whatsapp-address";

/**
 * Reads what a person, a file or a page wrote as a number: with a plus or 00 any country's, otherwise Brazil's. What is
 * not understood is refused. The server knows the other countries' numbers as well, see read-number.
 */

/** A link may carry a message behind its number. */
const MAX_LINK_LENGTH = 2_000;
const WHATSAPP_MIN_DIGITS = 10;
const WHATSAPP_MAX_DIGITS = 15;

type WrittenNumber = (
  | BrazilianNumber
  | { kind: "foreign"; digits: string }
  /** The number in the address of a WhatsApp chat: only its length is checked. */
  | { kind: "named"; digits: string }
) & {
  /** Neither an extension nor a word is next to it. */
  alone: boolean;
};

export type Refusal =
  | "missing"
  | "short"
  | "long"
  | "spreadsheet"
  /** An address on the web, or of a mailbox. */
  | "address"
  /** Further digits are next to it. */
  | "several"
  /** Its area code does not exist. */
  | "area"
  /** It looks like a Brazilian number but is not a valid one. */
  | "brazil"
  /** Its country has no such number. */
  | "country";

export type NumberReading =
  // `digits` of a valid number begin with the country code: the stored form.
  | ({ ok: true } & WrittenNumber)
  // `digits` of a refused number: those that were read as the number.
  | { ok: false; refusal: Refusal; digits: string };

export function readWrittenNumber(written: string): NumberReading {
  if (written.length > MAX_LINK_LENGTH) return refuse("long");
  if (hasWhatsappAddress(written)) {
    const addresses = [written, ...findWhatsappAddresses(written)];
    const number = addresses.map(findWhatsappNumber).find(Boolean);
    if (number) return readWhatsappDigits(number);
    if (addresses.length > 1) return refuse("address");
  }
  if (written.length > MAX_WRITTEN_LENGTH) return refuse("long");
  const text = removeDecimals(written.normalize("NFKC").replace(/\p{Cf}/gu, "")).trim();
  if (findSpreadsheetForm(text) !== null) return refuse("spreadsheet", phoneDigits(text));
  const ofChat = /^(\d{5,20})@(?:s\.whatsapp\.net|c\.us)$/.exec(text)?.[1];
  if (ofChat) {
    const size = judgeLength(ofChat);
    return size === null
      ? { ok: true, alone: false, kind: "named", digits: ofChat }
      : refuse(size, ofChat);
  }
  return readText(text);
}

/** WhatsApp's own form begins with the country code; a person who writes a link by hand may leave it out. */
function readWhatsappDigits(number: string): NumberReading {
  const read = readText(number);
  const again = read.ok || !/^\s*\d/.test(number) ? read : readText(`+${number.trim()}`);
  return again.ok ? { ...again, alone: false } : again;
}

const SCHEME = /^(?:tel|callto|phone|sms):(?:\/\/)?/i;
const ADDRESS = /:\/\/|\bwww\.|\d\S{0,60}@|@\S{0,60}\d/i;
/** The place of a carrier's digits, as in (0xx11). */
const CARRIER_MARK = /(?<=(?<!\d)(?:0|55)[\s()[\]]{0,3})[x*]{2}(?=[\s()[\]-]{0,3}\d)/i;
const EXTENSION = /(?<!\p{L})(?:ramal|ramais|ram|extens\p{L}{1,5}|ext|x|r|#)[\s.:nº°=-]{0,4}\d/giu;
const DIGITS_BEFORE_EXTENSION = 8;
/** +44 (0)20: dialled at home only. */
const FOREIGN_TRUNK = /^(?!(?:00)?55)(\d{1,5} ?)\(0\)/;
/** Digits, and the characters that may separate those of one number. */
const ONE_NUMBER = /^[\d ()[\].\-‐‒–—−_*~·•']*$/;

function readText(text: string): NumberReading {
  const isCall = SCHEME.test(text);
  const called = isCall ? readScheme(text) : text.replace(CARRIER_MARK, " ");
  if (ADDRESS.test(called)) return refuse("address", phoneDigits(called));
  const main = called.slice(0, findExtension(called));
  const places = [...main.matchAll(/\d/g)].map(({ index }) => index);
  const [start, end] = [places[0] ?? 0, (places.at(-1) ?? -1) + 1];
  const [before, number, after] = [main.slice(0, start), main.slice(start, end), main.slice(end)];
  const digits = phoneDigits(number.replace(FOREIGN_TRUNK, "$1"));
  // 11 98765-4321 is also written with a stroke behind its area code.
  if (!ONE_NUMBER.test(number.replace(/^(0?\d\d\)?) ?\//, "$1 "))) {
    return refuse(judgeLength(digits) ?? "several", digits);
  }
  const alone = !isCall && main === called && /^[\s(+]*$/.test(before) && /^[\s)]*$/.test(after);
  return readDigits(digits, /\+[\s(]{0,3}$/.test(before), alone);
}

/** tel:+55-11-3333-4444;ext=12 */
function readScheme(text: string): string {
  const [number = ""] = text.replace(SCHEME, "").split(/[;?]/, 1);
  try {
    return decodeURIComponent(number);
  } catch {
    return number;
  }
}

function findExtension(text: string): number {
  for (const { index } of text.matchAll(EXTENSION)) {
    if (phoneDigits(text.slice(0, index)).length >= DIGITS_BEFORE_EXTENSION) return index;
  }
  return text.length;
}

/**
 * No country code begins with 0: behind a plus it is a trunk 0, with one of the carriers that people dial, or was put
 * before the country code.
 */
const ZERO_BEFORE_COUNTRY = /^0(?!(?:1[245]|21|31|4[13])\d{10})(?=\d{12})/;

function readDigits(written: string, hasPlus: boolean, alone: boolean): NumberReading {
  const behindZeros = written.replace(/^00+/, "");
  const digits = hasPlus ? behindZeros.replace(ZERO_BEFORE_COUNTRY, "") : behindZeros;
  const isInternational = digits !== written || (hasPlus && !digits.startsWith("0"));
  const size = judgeLength(digits);
  const brazilian = size === "short" ? null : readBrazilianDigits(digits, isInternational);
  if (brazilian) return { ok: true, alone, ...brazilian };
  if (size !== null) return refuse(size, digits);
  if (isInternational && !digits.startsWith("55")) {
    return { ok: true, alone, kind: "foreign", digits };
  }
  return refuse(hasUnknownArea(digits) ? "area" : "brazil", digits);
}

function judgeLength({ length }: string): Refusal | null {
  if (length === 0) return "missing";
  if (length < WHATSAPP_MIN_DIGITS) return "short";
  return length > WHATSAPP_MAX_DIGITS ? "long" : null;
}

export function refuse(refusal: Refusal, digits = ""): NumberReading {
  return { ok: false, refusal, digits };
}

const PROBLEMS: Partial<Record<Refusal, string>> = {
  missing: "WhatsApp number is required",
  short: "WhatsApp number too short (minimum 10 digits)",
  long: "WhatsApp number too long (maximum 15 digits)",
};

/** A refusal in the words of the API's specification. */
export function wordRefusal(refusal: Refusal): string {
  return PROBLEMS[refusal] ?? "Invalid WhatsApp number format";
}

/** The specification's message for what is no number, or null when it is one. */
export function whatsappNumberProblem(value: string | null | undefined): string | null {
  const read = readWrittenNumber(value ?? "");
  return read.ok ? null : wordRefusal(read.refusal);
}
