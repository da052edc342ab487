import { addCountry, formatNational } from "./phone";
import { phoneDigits } from "./phone-digits";
import { readWrittenNumber } from "./written-number";

/** Telephones as people type them, which may be more than a number. */

/** The stored form of a telephone that is only a Brazilian number; null for anything else. */
export function readTelephone(typed: string): string | null {
  const read = readWrittenNumber(typed);
  return read.ok && read.alone && read.kind !== "foreign" ? read.digits : null;
}

/** A telephone as a person typed it: a Brazilian number as above, anything else unchanged. */
export function formatPhone(typed: string | null | undefined): string {
  const kept = typed ? readTelephone(typed) : null;
  const formatted = kept && formatNational(kept);
  if (!typed || !formatted) return typed ?? "";
  return phoneDigits(typed).length >= 12 ? addCountry(formatted) : formatted;
}
