/** Built-in number formats for dates and times. */
const DATE_FORMATS = [
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36],
  ...[45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58],
];
/** Excel's own limit for a number format. */
const MAX_FORMAT_LENGTH = 255;

/** The number formats of a workbook, to tell dates from numbers. */
export class NumberFormats {
  readonly #dates = new Set(DATE_FORMATS);
  /** By style number. */
  readonly #formats: number[] = [];

  addFormat(id: number, code: string) {
    if (isDateFormat(code)) this.#dates.add(id);
    else this.#dates.delete(id);
  }

  addStyle(formatId: number) {
    this.#formats.push(formatId);
  }

  isDate(style: number): boolean {
    return this.#dates.has(this.#formats[style] ?? 0);
  }
}

function isDateFormat(code: string): boolean {
  // Quoted or bracketed text is a literal or a colour, not a date's letters.
  const letters = code.slice(0, MAX_FORMAT_LENGTH).replace(/"[^"]*"|\[[^[\]]*\]|\\./g, "");
  return /[ymdhs]/i.test(letters);
}

/** Avoids exponents such as 5.51199E+12. */
export function formatInFull(number: number, written: string): string {
  if (Number.isSafeInteger(number)) return String(number);
  return /e/i.test(written) && Number.isInteger(number)
    ? BigInt(number).toString()
    : String(number);
}

const DAY_MS = 86_400_000;

/** Days since 1899-12-30, which accounts for Excel's nonexistent 29 February 1900, or since 1904. */
export function toDate(days: number, epoch1904: boolean): Date {
  const epoch = epoch1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  return new Date(Math.round((epoch + days * DAY_MS) / 1000) * 1000);
}

export function formatDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return "";
  const [day = "", time = ""] = date.toISOString().slice(0, 16).split("T");
  const text = day.split("-").reverse().join("/");
  return time === "00:00" ? text : `${text} ${time}`;
}

/** Resolves OOXML's escapes: "_x000A_" is a line break. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-F]{4})_/g, (_whole, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** "C7" is column 2; undefined for anything but a reference as Excel writes it. */
export function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})[1-9]\d{0,6}$/.exec(reference ?? "")?.[1];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Excel's own limit. */
const MAX_ROWS = 1_048_576;

/** A row's declared number; undefined when it is not one that a sheet can have. */
export function parseRowNumber(declared: string | undefined): number | undefined {
  const number = /^[1-9]\d{0,6}$/.test(declared ?? "") ? Number(declared) : 0;
  return number > 0 && number <= MAX_ROWS ? number : undefined;
}
