import { formatKeptNumber } from "./phone";
import { phoneDigits } from "./phone-digits";
import { readWrittenNumber } from "./written-number";

/**
 * Formats a phone number while it is typed: Brazilian up to 13 digits, otherwise plain digits after a plus. What is pasted
 * with more than a number's digits is read.
 */
export function maskPhone(typed: string): string {
  const digits = phoneDigits(typed).slice(0, 15);
  if (holdsMore(typed, digits)) {
    const read = readWrittenNumber(typed);
    if (read.ok) return formatKeptNumber(read.digits);
  }
  if (digits === "") return typed.startsWith("+") ? "+" : "";
  const withCountry = typed.startsWith("+") || digits.length > 11;
  if (!withCountry) return maskSubscriber(digits);
  if (!digits.startsWith("55")) return `+${digits}`;
  if (digits.length > 13) return `+${digits}`;
  return digits.length > 2 ? `+55 ${maskSubscriber(digits.slice(2))}` : `+${digits}`;
}

/** An extension or a link, or what is dialled before a number. */
function holdsMore(typed: string, digits: string): boolean {
  const letter = typed.search(/[a-z]/i);
  if (letter >= 0 && /\d/.test(typed.slice(letter))) return true;
  return digits.length > 13 || (digits.startsWith("0") && digits.length > 11);
}

function maskSubscriber(digits: string): string {
  const ddd = digits.slice(0, 2);
  const rest = digits.slice(2);
  if (rest === "") return ddd.length === 2 ? `(${ddd}` : ddd;
  if (rest.length < 5) return `(${ddd}) ${rest}`;
  const split = rest.length > 8 ? 5 : 4;
  return `(${ddd}) ${rest.slice(0, split)}-${rest.slice(split)}`;
}

const EXTENSION = " ramal ";
const EXTENSION_DIGITS = 6;

/**
 * Formats a telephone while it is typed over `before`: a number as maskPhone does, and the extension behind it, as in
 * "(11) 3333-4444 ramal 12", which an r begins. Two numbers in one field, which a file may have brought, stay apart.
 * Letters are refused.
 */
export function maskTelephone(typed: string, before: string): string {
  if (before !== maskOne(before)) return typed.replace(/[^\d\s()+./,;-]/g, "");
  return maskOne(typed);
}

function maskOne(typed: string): string {
  const text = typed.toLowerCase();
  const begun = /^\d/.test(phoneDigits(text)) && text.endsWith("r") ? text.length - 1 : -1;
  const end = text.includes(EXTENSION) ? text.indexOf(EXTENSION) : begun;
  if (end < 1) return maskService(typed) ?? maskPhone(typed);
  const extension = phoneDigits(text.slice(end + EXTENSION.length)).slice(0, EXTENSION_DIGITS);
  return `${maskPhone(typed.slice(0, end))}${EXTENSION}${extension}`;
}

/** No area code has a zero: 0800 123 4567 and 4004-1234. Null for any other number. */
function maskService(typed: string): string | null {
  const digits = phoneDigits(typed);
  if (typed.startsWith("+") || !/^(?:0|\d0)/.test(digits)) return null;
  const parts = digits.startsWith("0")
    ? [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7, 11)]
    : [digits.slice(0, 4), digits.slice(4, 8)];
  return parts.filter(Boolean).join(digits.startsWith("0") ? " " : "-");
}
