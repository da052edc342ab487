import type { Cell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { writeCsv } from "./csv-writer";
import { writeXlsx } from "./xlsx-writer";

export type SheetFormat = "csv" | "xlsx";

export interface Sheet {
  /** Without the extension. */
  fileName: string;
  columns: string[];
  pages: AsyncIterable<Cell[][]>;
}

const TYPE: Record<SheetFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** Streams a file: the next page of rows is read when the client can take it. */
export function downloadSheet(sheet: Sheet, format: SheetFormat): Response {
  const pieces = (format === "csv" ? writeCsv : writeXlsx)(sheet.columns, sheet.pages);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": TYPE[format],
      "content-disposition": `attachment; filename="${sheet.fileName}.${format}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
