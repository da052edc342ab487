import { DateOrders } from "@/lib/domain/imports/american-dates";
import { findHeader, HEADER_WITHIN_ROWS } from "@/lib/domain/imports/header-row";
import { createCsvReader, detectSeparator } from "@/lib/domain/imports/import-csv";
import {
  type FileReading,
  type FileRow,
  IMPORT_MAX_CELLS,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
} from "@/lib/domain/imports/import-file";
import { formatNumber } from "@/lib/format";
import { decodeInSlices } from "@/server/platform/spreadsheets/text-encoding";
import { type ReadSheet, readXlsx } from "@/server/platform/spreadsheets/xlsx-reader";
import { streamTask } from "@/server/platform/threads/thread-stream";
import { fileError } from "./file-error.rule";

/** Rows of one batch, which the import writes in one transaction. */
const BATCH_ROWS = 1_000;
const BATCH_LENGTH = 2_000_000;
/** Many cells of a workbook may share one long text, so the total is bounded too. */
const MAX_TEXT_LENGTH = 100_000_000;

/** The columns come first, then batches of rows as bytes of JSON of `FileRow[]`, and last what was seen in all of them. */
export type FilePart =
  | { columns: string[]; line: number; sheet: ReadSheet | null }
  | { rows: Uint8Array; count: number }
  | { reading: FileReading };

export interface FileToRead {
  buffer: ArrayBuffer;
  /** Counted from 1, as the file does. */
  headerLine: number | undefined;
}

export default streamTask(({ buffer, headerLine }: FileToRead) =>
  readParts(new Uint8Array(buffer), headerLine),
);

async function* readParts(
  bytes: Uint8Array,
  headerLine: number | undefined,
): AsyncGenerator<FilePart> {
  /** The rows among which the header is looked for; null once it was found. */
  let first: FileRow[] | null = [];
  let batch: FileRow[] = [];
  let batchLength = 0;
  /** Of a workbook; known before its first row. */
  let sheet: ReadSheet | null = null;
  const onSheet = (read: ReadSheet) => {
    sheet = read;
  };
  const total = { rows: 0, cells: 0, length: 0 };
  const takeBatch = () => {
    const part = { rows: new TextEncoder().encode(JSON.stringify(batch)), count: batch.length };
    batch = [];
    batchLength = 0;
    return part;
  };
  const dates = new DateOrders();
  function* addRow(row: FileRow, length: number): Generator<FilePart> {
    dates.add(row);
    batch.push(row);
    batchLength += length;
    total.rows += 1;
    if (batch.length === BATCH_ROWS || batchLength > BATCH_LENGTH) yield takeBatch();
  }
  function* takeFirst(rows: FileRow[]): Generator<FilePart> {
    first = null;
    const at = headerLine === undefined ? findHeader(rows) : 0;
    const header = rows[at];
    if (!header) {
      const isEmpty = headerLine === undefined;
      throw fileError(
        isEmpty ? "O arquivo está vazio." : `O arquivo acaba antes da linha ${headerLine}.`,
      );
    }
    yield { columns: readColumnNames(header), line: header.line, sheet };
    for (const row of rows.slice(at + 1)) yield* addRow(row, countLetters(row));
  }
  for await (const row of readRows(bytes, headerLine, onSheet)) {
    total.cells += row.cells.length;
    const length = countLetters(row);
    total.length += length;
    refuseBeyondLimits(total);
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    // What stands above a header that was pointed at is no row.
    if (headerLine !== undefined && row.line < headerLine) continue;
    if (first) {
      first.push(row);
      if (first.length === HEADER_WITHIN_ROWS) yield* takeFirst(first);
    } else yield* addRow(row, length);
  }
  if (first) yield* takeFirst(first);
  if (batch.length > 0) yield takeBatch();
  const monthFirst = dates.list();
  yield { reading: { ...(monthFirst.length > 0 && { month_first: monthFirst }) } };
}

function countLetters({ cells }: FileRow): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

function refuseBeyondLimits({ rows, cells, length }: Record<"rows" | "cells" | "length", number>) {
  if (rows > IMPORT_MAX_ROWS) {
    throw fileError(
      `O arquivo tem mais de ${formatNumber(IMPORT_MAX_ROWS)} linhas. Divida-o em partes menores.`,
    );
  }
  if (cells > IMPORT_MAX_CELLS) {
    throw fileError(
      `O arquivo tem mais de ${IMPORT_MAX_CELLS / 1_000_000} milhões de células. Divida-o em partes menores.`,
    );
  }
  if (length > MAX_TEXT_LENGTH) {
    throw fileError("A planilha fica grande demais depois de aberta. Divida-a em partes menores.");
  }
}

/** Detects the file's format, separator and encoding from its bytes. */
async function* readRows(
  bytes: Uint8Array,
  headerLine: number | undefined,
  onSheet: (sheet: ReadSheet) => void,
): AsyncGenerator<FileRow> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    for await (const { number, cells } of readXlsx(bytes, onSheet)) yield { line: number, cells };
  } else if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw fileError("Este é um .xls antigo. Abra-o no Excel e salve como .xlsx ou CSV.");
  } else yield* readCsv(bytes, headerLine);
}

function* readCsv(bytes: Uint8Array, headerLine: number | undefined): Generator<FileRow> {
  let reader: ReturnType<typeof createCsvReader> | undefined;
  for (const text of decodeInSlices(bytes)) {
    if (text.includes("\0")) throw fileError("O arquivo não é um CSV nem uma planilha .xlsx.");
    if (text === "") continue;
    reader ??= createCsvReader(detectSeparator(text, headerLine));
    yield* reader.push(text);
  }
  if (reader) yield* reader.end();
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** Drops blank headers at the end; other blank headers are named by their position. */
function readColumnNames({ cells }: FileRow): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  if (last >= IMPORT_MAX_COLUMNS) {
    throw fileError(`O arquivo tem mais de ${IMPORT_MAX_COLUMNS} colunas.`);
  }
  return cells
    .slice(0, last + 1)
    .map((cell, at) => cell.replaceAll("\0", "").trim().slice(0, 200) || `Coluna ${at + 1}`);
}
