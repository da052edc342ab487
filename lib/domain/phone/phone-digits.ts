/** Digits out of texts, and what spreadsheets make of them. */

/** Longer than any spelling of a number. */
export const MAX_WRITTEN_LENGTH = 200;

/** The digits of a text, wide ones too. */
export function phoneDigits(value: string): string {
  return removeDecimals(value).normalize("NFKC").replace(/\D/g, "");
}

/** Bare or grouped digits: ten digits and the zero behind their point would be somebody else's number of eleven. */
const WITH_DECIMALS =
  /^(\d{8,20}|\d{1,3}(?:\.\d{3}){2,5}(?=,)|\d{1,3}(?:,\d{3}){2,5}(?=\.))[.,]0{1,2}$/;

/** Without the zeros that a column of decimals writes behind a whole number: 11987654321.0, or 11.987.654.321,00. */
export function removeDecimals(value: string): string {
  if (value.length > MAX_WRITTEN_LENGTH) return value;
  return WITH_DECIMALS.exec(value.trim())?.[1] ?? value;
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
