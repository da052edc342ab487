import { parseBrazilianNumber, phoneDigits } from "@/lib/domain/phone/phone";
import { formatCnpj, formatDateTime } from "@/lib/format";

/** What a cell of an export may hold. */
export type Cell = string | Date | null;

/** What a spreadsheet would compute, and what an apostrophe already keeps it from computing. */
const FORMULA = /^'*[=+\-@\t\r]/;
const KEPT_FORMULA = /^'+[=+\-@\t\r]/;

/** As `;`-separated values take it: no cell is a formula, dates read as they do in Brazil. */
export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  const text = cell instanceof Date ? formatDateTime(cell.toISOString()) : cell;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** As a workbook takes it, where a text is never a formula: an apostrophe of its own is kept from being read as a guard. */
export function workbookText(text: string): string {
  return KEPT_FORMULA.test(text) ? `'${text}` : text;
}

/** A cell of a file as the text it stands for, without the apostrophe that guards it. */
export function unguardedText(text: string): string {
  return KEPT_FORMULA.test(text) ? text.slice(1) : text;
}

/**
 * A number as text that a spreadsheet neither computes with nor shortens, and that reads as the same number again:
 * (11) 98765-4321; 00 and the country code for a foreign one, since a plus would begin a formula.
 */
export function phoneCell(number: string | null, kept: "digits" | "as typed"): string | null {
  if (!number) return null;
  const brazilian = parseBrazilianNumber(kept === "digits" ? `+${number}` : number);
  if (brazilian) {
    const { ddd, subscriber } = brazilian;
    return `(${ddd}) ${subscriber.slice(0, -4)}-${subscriber.slice(-4)}`;
  }
  if (kept === "digits") {
    return number.startsWith("0") ? `${number.slice(0, -4)}-${number.slice(-4)}` : `00 ${number}`;
  }
  if (/^\s*\+/.test(number)) return `00 ${phoneDigits(number)}`;
  return /^\d{5,}$/.test(number) ? `${number.slice(0, -4)}-${number.slice(-4)}` : number;
}

/** With its punctuation, which keeps the zeros at its beginning. */
export function cnpjCell(cnpj: string | null): string | null {
  return cnpj && formatCnpj(cnpj);
}

/** 0111-3/01: with its punctuation, for the same reason. */
export function cnaeCell(cnae: string | null): string | null {
  return cnae?.replace(/^(\d{4})(\d)(\d{2})$/, "$1-$2/$3") ?? null;
}
