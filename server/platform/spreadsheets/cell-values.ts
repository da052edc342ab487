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
