import parsePhoneNumber from "libphonenumber-js/max";
import { readBrazilianDigits } from "./brazilian-number";
import { getPhoneKey } from "./phone";
import { type NumberReading, readWrittenNumber, refuse, wordRefusal } from "./written-number";

/**
 * Reads a number, and refuses numbers that no country has. A possible number in an unknown range is accepted, because new
 * ranges appear. But +11 98765-4321 does not exist in North America and is a mobile in São Paulo.
 */
export function readNumber(written: string): NumberReading {
  const read = readWrittenNumber(written);
  if (!read.ok || read.kind !== "foreign") return read;
  const parsed = parsePhoneNumber(`+${read.digits.replace(MEXICAN_MOBILE, "52")}`);
  const isPossible = parsed?.isPossible() && (parsed.isValid() || !isBrazilian(read.digits));
  return isPossible ? read : refuse("country", read.digits);
}

/** WhatsApp still uses the 1 that Mexico gave up. */
const MEXICAN_MOBILE = /^521(?=\d{10}$)/;

function isBrazilian(digits: string): boolean {
  return readBrazilianDigits(digits, false) !== null;
}

export interface KeptNumber {
  whatsapp: string;
  phone_key: string;
}

/** The stored form of a number, without its extension; null for a refused one. */
export function toKeptNumber(written: string | null | undefined): KeptNumber | null {
  const read = written ? readNumber(written) : null;
  const key = read?.ok ? getPhoneKey(read.digits) : null;
  return read && key !== null ? { whatsapp: read.digits, phone_key: key } : null;
}

/** Why a number is refused, in the words of the API's specification. */
export function describeRefused(written: string): string {
  const read = readNumber(written);
  return wordRefusal(read.ok ? "brazil" : read.refusal);
}
