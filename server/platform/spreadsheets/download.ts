import { setTimeout } from "node:timers/promises";
import type { Cell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import type { Actor } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { createOwnerTurns } from "@/server/platform/owner-turns";
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

const SENT_WITHIN_MS = 500;
/** The last line of a CSV that ends too early; an incomplete workbook has no end, and does not open. */
const INTERRUPTED = "EXPORTAÇÃO INTERROMPIDA: este arquivo está incompleto. Exporte de novo.\r\n";

/** Pages are read and written one at a time for each owner, even if the owner downloads several files at once. */
const inTurn = createOwnerTurns(1);

/**
 * Streams a file to its owner: the next page of rows is read when the client can take it. An error before the first
 * page is thrown; a later one is reported in the file and breaks the connection, so that the download counts as failed.
 */
export async function downloadSheet(
  { ownerId }: Pick<Actor, "ownerId">,
  sheet: Sheet,
  format: SheetFormat,
): Promise<Response> {
  const pages = sheet.pages[Symbol.asyncIterator]();
  const all = resume(await inTurn(ownerId, () => pages.next()), pages);
  const pieces = (format === "csv" ? writeCsv : writeXlsx)(sheet.columns, all);
  let failure: unknown;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (failure !== undefined) {
        // Destroying a connection drops data that it has not sent yet.
        await setTimeout(SENT_WITHIN_MS);
        return controller.error(failure);
      }
      try {
        const { done, value } = await inTurn(ownerId, () => pieces.next());
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        logger.error({ err: error, file: sheet.fileName }, "export interrupted");
        failure = error;
        if (format === "xlsx") return controller.error(error);
        // An error would discard data that the client has not taken yet, so it is raised only afterwards.
        controller.enqueue(new TextEncoder().encode(INTERRUPTED));
      }
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

async function* resume(
  first: IteratorResult<Cell[][]>,
  rest: AsyncIterator<Cell[][]>,
): AsyncGenerator<Cell[][]> {
  try {
    for (let page = first; !page.done; page = await rest.next()) yield page.value;
  } finally {
    await rest.return?.();
  }
}
