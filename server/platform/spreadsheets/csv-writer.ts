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
  yield encoder.encode(`${BOM}${toLines([columns])}`);
  for await (const rows of pages) yield encoder.encode(toLines(rows));
}

function toLines(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(csvCell).join(";")}\r\n`).join("");
}
