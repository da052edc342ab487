import { type Cell, csvCell } from "@/lib/domain/spreadsheets/spreadsheet-cell";

/** Makes Excel read the file as UTF-8. */
const BOM = "\ufeff";

/**
 * `;`, CRLF and UTF-8 with BOM: the CSV that a Brazilian Excel opens on double-click. Yields one chunk per page of
 * rows.
 */
export async function* writeCsv(
  columns: string[],
  pages: AsyncIterable<Cell[][]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(startCsv(columns));
  for await (const rows of pages) yield encoder.encode(toCsvLines(rows));
}

/** The beginning of the file. */
export function startCsv(columns: readonly string[]): string {
  return `${BOM}${toCsvLines([columns])}`;
}

export function toCsvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(";")}\r\n`).join("");
}
