import { formatNational } from "@/lib/domain/phone/phone";
import { phoneDigits } from "@/lib/domain/phone/phone-digits";
import { readTelephone } from "@/lib/domain/phone/telephone";
import { formatCnpj, formatDateTime, formatDay } from "@/lib/format";

/** A cell's value in an export; a day has no time, and money two decimals. */
export type Cell = string | Date | null | NumberCell | { day: string };

interface NumberCell {
  number: number;
  isMoney?: boolean;
}

/** What spreadsheets skip before a formula: apostrophes, blanks, control and invisible characters. */
const SKIPPED = /^['\s\p{Z}\p{C}]*/u;
/** Programs that normalise a text read other forms of these signs, such as the full-width ones, as the signs. */
const FORMULA_SIGN = /^[=+\-@\u2212]/;
const CONTROL = /^'*[\t\r]/;

/** Whether a spreadsheet may compute the text, with or without a guarding apostrophe. */
function isFormula(text: string): boolean {
  const sign = text.replace(SKIPPED, "").slice(0, 1);
  return CONTROL.test(text) || FORMULA_SIGN.test(sign.normalize("NFKC"));
}

const isKeptFormula = (text: string) => text.startsWith("'") && isFormula(text);

/** Formats a cell for `;`-separated CSV: formulas are guarded, dates in Brazilian format. */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "object" && "number" in cell) return showNumber(cell);
  const text = showText(cell);
  const safe = isFormula(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function showText(cell: string | Date | { day: string }): string {
  if (typeof cell === "string") return cell;
  return cell instanceof Date ? formatDateTime(cell.toISOString()) : formatDay(cell.day);
}

function showNumber({ number, isMoney }: NumberCell): string {
  return (isMoney ? number.toFixed(2) : String(number)).replace(".", ",");
}

/**
 * Text of a workbook cell, which is never a formula. A text that looks guarded gets another apostrophe, so that
 * reading does not remove its own.
 */
export function guardText(text: string): string {
  return isKeptFormula(text) ? `'${text}` : text;
}

/** The text of a file's cell without its guarding apostrophe. */
export function removeGuard(text: string): string {
  return isKeptFormula(text) ? text.slice(1) : text;
}

/**
 * A number as text that spreadsheets neither compute nor shorten and that is read back as the same number: (11)
 * 98765-4321; 00 and the country code for a foreign one, since a plus would start a formula.
 */
export function phoneCell(number: string | null, kept: "digits" | "as typed"): string | null {
  if (!number) return null;
  const digits = kept === "digits" ? number : readTelephone(number);
  const national = digits && formatNational(digits);
  if (national) return national;
  if (kept === "digits") {
    return number.startsWith("0") ? `${number.slice(0, -4)}-${number.slice(-4)}` : `00 ${number}`;
  }
  if (/^\s*\+[\d\s().-]*$/.test(number)) return `00 ${phoneDigits(number)}`;
  return /^\d{5,}$/.test(number) ? `${number.slice(0, -4)}-${number.slice(-4)}` : number;
}

/** The punctuation preserves leading zeros. */
export function cnpjCell(cnpj: string | null): string | null {
  return cnpj && formatCnpj(cnpj);
}

/** 0111-3/01: the punctuation preserves leading zeros. */
export function cnaeCell(cnae: string | null): string | null {
  return cnae?.replace(/^(\d{4})(\d)(\d{2})$/, "$1-$2/$3") ?? null;
}
