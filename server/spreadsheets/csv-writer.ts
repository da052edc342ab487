import { type Cell, csvCell } from "@/lib/domain/spreadsheets/spreadsheet-cell";

/** The mark by which Excel knows UTF-8. */
const BOM = "\ufeff";

/** `;`, CRLF, UTF-8 with its mark: what a Brazilian Excel opens on a double click. One piece per page of rows. */
export async function* writeCsv(
  columns: string[],
  pages: AsyncIterable<Cell[][]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${BOM}${lines([columns])}`);
  for await (const rows of pages) yield encoder.encode(lines(rows));
}

function lines(rows: Cell[][]): string {
  return rows.map((row) => `${row.map(csvCell).join(";")}\r\n`).join("");
}
