import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { phoneDigits, removeDecimals } from "@/lib/domain/phone/phone-digits";
import { readNumber, toKeptNumber } from "@/lib/domain/phone/read-number";

/** What the number columns of files hold besides one number: documents, foreign numbers, two numbers in one cell. */

/** What Excel is made to keep as text in a CSV. */
const FORCED_TEXT = /^="([^"]*)"$/;

/** The number that a cell means by ="11222333000181" and by 11222333000181.0, as programs write numbers. */
export function cleanNumber(text: string): string {
  return removeDecimals((FORCED_TEXT.exec(text)?.[1] ?? text).trim());
}

const CPF_DIGITS = 11;
const CPF_WRITTEN = /^\d{3}\.\d{3}\.\d{3}[-/]\d{2}$/;

/**
 * Returns true for a formatted CPF (123.456.789-09), and for 11 bare digits with valid check digits that are not a
 * Brazilian phone number. About one mobile number in a hundred also passes the check digits, so those stay numbers.
 */
export function looksLikeCpf(value: string): boolean {
  const text = value.trim();
  if (CPF_WRITTEN.test(text)) return true;
  const bare = /^\d{11}$/.test(text);
  return bare && isCpf(text) && !readNumber(text).ok;
}

/** Whether one of a cell's numbers looks like a CPF. */
export function holdsCpf(value: string): boolean {
  const parts = value.split(BETWEEN_NUMBERS, MOST_NUMBERS + 1);
  return looksLikeCpf(value) || parts.some(looksLikeCpf);
}

/**
 * Returns true for a CPF among CNPJs, which are no telephone numbers. Eleven digits that could be either are a person's,
 * because hardly a CNPJ begins with the three zeros that a spreadsheet would have dropped.
 */
export function isCpfAmongCnpjs(value: string): boolean {
  const text = value.trim();
  return CPF_WRITTEN.test(text) || (/^\d{11}$/.test(text) && isCpf(text));
}

/** Modulo 11 twice: the weights fall to 2 at the last digit before each check digit. */
function isCpf(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  return [CPF_DIGITS - 2, CPF_DIGITS - 1].every((length) => {
    const sum = [...digits.slice(0, length)].reduce(
      (total, digit, at) => total + Number(digit) * (length + 1 - at),
      0,
    );
    return ((sum * 10) % 11) % 10 === Number(digits[length]);
  });
}

export const BETWEEN_NUMBERS = /[/;,|\n]|:::|\s(?:e|ou)\s/i;
/** A cell with more parts is a text. */
const MOST_NUMBERS = 5;

/** The numbers of a cell that holds several and nothing else; otherwise empty. */
export function splitNumbers(value: string): string[] {
  const parts = value
    .split(BETWEEN_NUMBERS, MOST_NUMBERS + 1)
    .map((part) => cleanNumber(part.trim()));
  if (parts.length < 2 || parts.length > MOST_NUMBERS) return [];
  return parts.every((part) => readNumber(part).ok) ? parts : [];
}

/**
 * Splits cells that hold several numbers: the first mobile is the WhatsApp number, the next number the telephone unless
 * the row has one, and the others are those of other contacts. No number and no other text is lost.
 */
export function separateNumbers({
  whatsapp,
  phone,
}: {
  whatsapp?: string | undefined;
  phone?: string | undefined;
}): { whatsapp?: string; phone?: string; others: string[] } {
  const [inWhatsapp, inPhone] = [splitNumbers(whatsapp ?? ""), splitNumbers(phone ?? "")];
  const main =
    whatsapp === undefined ? inPhone.find(isMobile) : (inWhatsapp.find(isMobile) ?? inWhatsapp[0]);
  const phones = inPhone.length > 0 ? inPhone : phone ? [phone] : [];
  const seen = new Set([toKeptNumber(main ?? whatsapp)?.phone_key]);
  const [first, ...others] = [...phones, ...inWhatsapp].filter((number) => {
    const key = toKeptNumber(number)?.phone_key ?? number;
    return !seen.has(key) && seen.add(key);
  });
  const number = main ?? whatsapp;
  return { ...(number && { whatsapp: number }), ...(first && { phone: first }), others };
}

/** A number without its area code. */
export function isLocalNumber(text: string): boolean {
  return /^[\d\s.-]{8,12}$/.test(text) && /^(?:9\d{8}|[2-9]\d{7})$/.test(phoneDigits(text));
}

/**
 * Puts area codes that have a column of their own before the number on their right, or else the one on their left. Numbers that
 * have one stay as they are.
 */
export function joinAreaCodes(
  cells: readonly string[],
  columns: readonly ("ddd" | "number" | null)[],
): readonly string[] {
  if (!columns.includes("ddd")) return cells;
  const joined = [...cells];
  for (const [at, column] of columns.entries()) {
    const area = column === "ddd" ? phoneDigits(cells[at] ?? "").replace(/^0/, "") : "";
    if (!isAreaCode(area)) continue;
    const next = columns.findIndex((each, place) => place > at && each !== null);
    const place = columns[next] === "number" ? next : columns.lastIndexOf("number", at);
    const number = cleanNumber(cells[place] ?? "");
    if (isLocalNumber(number)) joined[place] = `(${area}) ${number}`;
  }
  return joined;
}

/** Another country's number may be one. */
export function isMobile(number: string): boolean {
  const read = readNumber(number);
  if (!read.ok || read.kind === "service") return false;
  return read.kind !== "subscriber" || read.subscriber.length === 9;
}
