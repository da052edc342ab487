/** Telephone numbers are stored as digits only, with Brazilian rules for Brazilian numbers. */

const WHATSAPP_MIN_DIGITS = 10;
const WHATSAPP_MAX_DIGITS = 15;
/** Longer than any spelling of a number. */
const MAX_WRITTEN_LENGTH = 200;

export function phoneDigits(value: string): string {
  return removeDecimals(value).replace(/\D/g, "");
}

/** Bare or grouped digits: ten digits and the zero behind their point would be somebody else's number of eleven. */
const WITH_DECIMALS =
  /^(\d{8,20}|\d{1,3}(?:\.\d{3}){2,5}(?=,)|\d{1,3}(?:,\d{3}){2,5}(?=\.))[.,]0{1,2}$/;

/** Without the zeros that a column of decimals writes behind a whole number: 11987654321.0, or 11.987.654.321,00. */
export function removeDecimals(value: string): string {
  if (value.length > MAX_WRITTEN_LENGTH) return value;
  return WITH_DECIMALS.exec(value.trim())?.[1] ?? value;
}

/**
 * The specification's message for an invalid WhatsApp number, or null when it is valid. A 00 before the country code
 * is not counted.
 */
export function whatsappNumberProblem(value: string | null | undefined): string | null {
  if (value && value.length > MAX_WRITTEN_LENGTH) return TOO_LONG;
  const digits = removeInternationalPrefix(value ?? "");
  if (digits.length === 0) return "WhatsApp number is required";
  if (digits.length < WHATSAPP_MIN_DIGITS) {
    return "WhatsApp number too short (minimum 10 digits)";
  }
  if (digits.length > WHATSAPP_MAX_DIGITS) {
    return TOO_LONG;
  }
  return findSpreadsheetForm(value ?? "") === null ? null : "Invalid WhatsApp number format";
}

const EXPONENT = /^[+-]?\d{1,20}(?:[.,]\d{1,20})?\s?e\s?\+?\d{1,3}$/i;
const DATE =
  /^(?:(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|1[0-2])[-/.](?:19|20)\d\d|(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01]))(?:[\sT,]{1,3}\d{1,2}:\d\d[:\d.Z+-]{0,20})?$/;

/**
 * What a spreadsheet made of a number, whose digits are no longer the number's: 5,51199E+12, or 12/05/2024 10:30 where
 * a date was typed.
 */
export function findSpreadsheetForm(value: string): "exponent" | "date" | null {
  if (value.length > MAX_WRITTEN_LENGTH) return null;
  const text = value.trim();
  if (EXPONENT.test(text)) return "exponent";
  return DATE.test(text) ? "date" : null;
}

const TOO_LONG = "WhatsApp number too long (maximum 15 digits)";

/** Removes a leading 00, which stands for a plus. */
function removeInternationalPrefix(value: string): string {
  return phoneDigits(value).replace(/^00+/, "");
}

interface BrazilianNumber {
  ddd: string;
  /** 8 digits, or 9 for a mobile written with its ninth digit. */
  subscriber: string;
}

/**
 * Splits a number with or without +55 or a trunk 0. Returns null when it is not a Brazilian subscriber number (0800,
 * 4003-…, foreign).
 */
export function parseBrazilianNumber(value: string): BrazilianNumber | null {
  if (value.length > MAX_WRITTEN_LENGTH) return null;
  const isInternational = /^\D*(?:\+|00)/.test(value);
  let digits = removeInternationalPrefix(value);
  // +34 912 345 678 is Madrid; without its plus it would be a mobile in Uberlândia.
  if (isInternational && !(digits.startsWith("55") && digits.length >= 12)) return null;
  if (digits.length >= 12 && digits.startsWith("55")) {
    digits = digits.slice(2);
  } else if (digits.startsWith("0")) {
    digits = digits.slice(1);
  }
  const ddd = digits.slice(0, 2);
  const subscriber = digits.slice(2);
  if (!/[1-9]{2}/.test(ddd)) return null;
  if (subscriber.length === 9 && subscriber.startsWith("9")) return { ddd, subscriber };
  if (subscriber.length === 8 && /^[2-9]/.test(subscriber)) return { ddd, subscriber };
  return null;
}

/** Mobiles of eight digits began with these; only they were given a ninth. Newer mobiles have had nine from the start. */
const GAINED_NINTH = /^9?([6-9]\d{7})$/;

/**
 * The key shared by all spellings of a number: 55 + DDD + the subscriber's digits for Brazilian numbers, of a mobile
 * that gained a ninth digit the other eight, so that the key is the same with and without it. Otherwise the digits.
 * 11 4474-4512, a landline, and 11 94474-4512, a mobile, are two people. Returns null for an invalid number. Bare
 * digits may be Brazilian without 55; a plus marks the country code.
 */
export function toPhoneKey(value: string | null | undefined): string | null {
  if (!value || whatsappNumberProblem(value) !== null) return null;
  const brazilian = parseBrazilianNumber(value);
  if (!brazilian) return removeInternationalPrefix(value);
  const { ddd, subscriber } = brazilian;
  return `55${ddd}${GAINED_NINTH.exec(subscriber)?.[1] ?? subscriber}`;
}

/** Whether two kept numbers, which begin with the country code, are spellings of one. */
export function isSameNumber(
  one: string | null | undefined,
  other: string | null | undefined,
): boolean {
  return Boolean(one && other) && toPhoneKey(`+${one}`) === toPhoneKey(`+${other}`);
}

/**
 * Completes a Brazilian mobile that is written without its ninth digit, as WhatsApp does for accounts older than it.
 * `digits` begin with the country code; others are unchanged.
 */
export function addNinthDigit(digits: string): string {
  return digits.replace(/^(55[1-9]{2})(?=[6-9]\d{7}$)/, "$&9");
}

/**
 * Digits with country code, the form that is stored and sent to gateways. Foreign and service numbers are unchanged.
 */
export function toInternationalDigits(value: string): string {
  const brazilian = parseBrazilianNumber(value);
  return brazilian ? `55${brazilian.ddd}${brazilian.subscriber}` : removeInternationalPrefix(value);
}

/** A number and nothing else: the digits of "3232-4545 ramal 12" and "3232-4545 / 46" are not those of one number. */
const ONE_NUMBER = /^[\d\s()+.x-]*$/i;

/** Splits what was typed as a telephone. Returns null when it is more than a number, or no Brazilian one. */
export function parseTypedPhone(value: string): BrazilianNumber | null {
  return ONE_NUMBER.test(value) ? parseBrazilianNumber(value) : null;
}

/** +55 (DD) NNNNN-NNNN for Brazilian numbers; other values unchanged. */
export function formatPhone(value: string | null | undefined): string {
  if (!value) return "";
  const brazilian = parseTypedPhone(value);
  if (!brazilian) return value;
  const { ddd, subscriber } = brazilian;
  const formatted = `(${ddd}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
  return phoneDigits(value).length >= 12 ? `+55 ${formatted}` : formatted;
}

/**
 * Formats a stored number, which begins with the country code. Without a plus, foreign numbers would be taken for
 * Brazilian ones.
 */
export function formatKeptNumber(digits: string | null | undefined): string {
  return digits && !digits.startsWith("0")
    ? formatPhone(`+${addNinthDigit(digits)}`)
    : (digits ?? "");
}
