/**
 * Numbers as they are stored: digits that begin with the country code, the form that WhatsApp uses too. What comes from
 * WhatsApp is always accepted.
 */

const KEPT = /^\d{10,15}$/;
/** First digits of the old eight-digit mobiles: only they were given a ninth digit. Newer ones always had nine. */
const GAINED_NINTH = /^(55[1-9]{2})9([6-9]\d{7})$/;

/**
 * The key shared by all spellings of a number: its digits, without the ninth of a Brazilian mobile that gained one.
 * 11 4474-4512, a landline, and 11 94474-4512, a mobile, are two people. Null for what is too short or too long.
 */
export function getPhoneKey(kept: string | null | undefined): string | null {
  return kept && KEPT.test(kept) ? kept.replace(GAINED_NINTH, "$1$2") : null;
}

/** Whether two kept numbers are spellings of one. */
export function isSameNumber(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return Boolean(one && other) && getPhoneKey(one) === getPhoneKey(other);
}

/**
 * Completes a Brazilian mobile that is written without its ninth digit, as WhatsApp does for accounts older than it.
 * Other numbers are unchanged.
 */
export function addNinthDigit(kept: string): string {
  return kept.replace(/^(55[1-9]{2})(?=[6-9]\d{7}$)/, "$&9");
}

/** Splits a kept number; null for another country's and for 0800. */
export function parseKeptNumber(kept: string): { ddd: string; subscriber: string } | null {
  const [, ddd, subscriber] = /^55([1-9]{2})(9\d{8}|[2-9]\d{7})$/.exec(kept) ?? [];
  return ddd && subscriber ? { ddd, subscriber } : null;
}

/** Numbers such as 0800. */
const SERVICE = /^55([3589]00)(\d{3})(\d{3,4})$/;

/** (DD) NNNNN-NNNN, or 0800 NNN NNNN; null for another country's. */
export function formatNational(kept: string): string | null {
  if (SERVICE.test(kept)) return kept.replace(SERVICE, "0$1 $2 $3");
  const brazilian = parseKeptNumber(kept);
  if (!brazilian) return null;
  const { ddd, subscriber } = brazilian;
  return `(${ddd}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
}

/** +55 (DD) NNNNN-NNNN, or 0800 NNN NNNN, and a plus before other countries' digits. */
export function formatKeptNumber(kept: string | null | undefined): string {
  // A number that was never understood is shown unchanged.
  if (!kept || kept.startsWith("0")) return kept ?? "";
  const formatted = formatNational(addNinthDigit(kept));
  return formatted === null ? `+${kept}` : addCountry(formatted);
}

/** Before an area code; 0800 is dialled as it is. */
export function addCountry(formatted: string): string {
  return formatted.startsWith("(") ? `+55 ${formatted}` : formatted;
}
