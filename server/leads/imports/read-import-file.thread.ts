import { DateOrders } from "@/lib/domain/imports/american-dates";
import { findHeader, HEADER_WITHIN_ROWS, readHeaderNames } from "@/lib/domain/imports/header-row";
import {
  type FileReading,
  type FileRow,
  IMPORT_MAX_CELLS,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
} from "@/lib/domain/imports/import-file";
import { formatNumber } from "@/lib/format";
import { fileError } from "@/server/platform/spreadsheets/file-error";
import {
  type ReadingChoice,
  readSourceRows,
  type SourceRow,
} from "@/server/platform/spreadsheets/source-rows";
import type { ReadSheet } from "@/server/platform/spreadsheets/xlsx-reader";
import { streamTask } from "@/server/platform/threads/thread-stream";
import { findLinkedColumns, readLinkedCells } from "./cell-links.rule";

/** Rows of one batch, which the import writes in one transaction. */
const BATCH_ROWS = 1_000;
const BATCH_LENGTH = 2_000_000;
/** Many cells of a workbook may share one long text, so the total is bounded too. */
const MAX_TEXT_LENGTH = 100_000_000;
/** How many sheets are offered for a choice. */
const MOST_SHEETS = 50;

/** The columns come first, then batches of rows as bytes of JSON of `FileRow[]`, and last what all rows have shown. */
export type FilePart =
  | { columns: string[]; line: number; sheet: ReadSheet | null }
  | { rows: Uint8Array; count: number }
  /** `columns` also includes columns that have values but no name. */
  | { reading: FileReading; columns: string[] };

export interface FileToRead extends ReadingChoice {
  buffer: ArrayBuffer;
  withoutHidden?: boolean;
}

export default streamTask((file: FileToRead) => new TableReader(file).read());

/** Turns a file's rows into column names, rows without blank ones, and statistics about them. */
class TableReader {
  readonly #file: FileToRead;
  #sheet: ReadSheet | null = null;
  #names: string[] = [];
  #columns: string[] = [];
  /** How many columns the header and the rows have. */
  #reach = { header: 0, rows: 0 };
  #linked: ReadonlySet<number> = new Set();
  #hidden = 0;
  readonly #dates = new DateOrders();
  #batch: FileRow[] = [];
  #batchLength = 0;
  readonly #total = { rows: 0, cells: 0, length: 0 };

  constructor(file: FileToRead) {
    this.#file = file;
  }

  async *read(): AsyncGenerator<FilePart> {
    const { buffer, headerLine, withoutHidden } = this.#file;
    /** The rows among which the header is looked for; null once it was found. */
    let first: SourceRow[] | null = [];
    const source = readSourceRows(new Uint8Array(buffer), this.#file, (sheet, names) => {
      this.#sheet = sheet;
      this.#names = names;
    });
    for await (const row of source) {
      this.#count(row);
      if (row.cells.every((cell) => cell.trim() === "") && !row.links) continue;
      // Rows above a chosen header are skipped.
      if (headerLine !== undefined && row.line < headerLine) continue;
      if (row.isHidden) {
        this.#hidden += 1;
        if (withoutHidden) continue;
      }
      if (first) {
        first.push(row);
        if (first.length < HEADER_WITHIN_ROWS) continue;
        yield* this.#takeFirst(first);
        first = null;
      } else yield* this.#addRow(row);
    }
    if (first) yield* this.#takeFirst(first);
    if (this.#batch.length > 0) yield this.#takeBatch();
    yield { reading: this.#describe(), columns: this.#listColumns() };
  }

  *#takeFirst(rows: readonly SourceRow[]): Generator<FilePart> {
    const { headerLine } = this.#file;
    const at = headerLine === undefined ? findHeader(rows) : 0;
    const header = rows[at];
    if (!header) {
      const isEmpty = headerLine === undefined;
      throw fileError(
        isEmpty ? "O arquivo está vazio." : `O arquivo acaba antes da linha ${headerLine}.`,
      );
    }
    const { names, height } = readHeaderNames(header, rows[at + 1]);
    this.#columns = readColumnNames(names);
    this.#reach.header = header.isGrid ? IMPORT_MAX_COLUMNS : names.length;
    const below = rows.slice(at + height);
    this.#linked = findLinkedColumns(names, below);
    yield { columns: this.#columns, line: header.line, sheet: this.#sheet };
    for (const row of below) yield* this.#addRow(row);
  }

  *#addRow({ line, broken, ...source }: SourceRow): Generator<FilePart> {
    const cells = source.links ? readLinkedCells(source, this.#linked) : source.cells;
    if (cells.length > this.#columns.length && cells.length <= this.#reach.header) {
      const last = cells.findLastIndex((cell) => cell.trim() !== "");
      this.#reach.rows = Math.max(this.#reach.rows, last + 1);
    }
    this.#dates.add({ line, cells });
    this.#batch.push({ line, cells, ...(broken !== undefined && { broken }) });
    this.#batchLength += countLetters(source);
    this.#total.rows += 1;
    if (this.#batch.length === BATCH_ROWS || this.#batchLength > BATCH_LENGTH) {
      yield this.#takeBatch();
    }
  }

  #takeBatch(): FilePart {
    const rows = new TextEncoder().encode(JSON.stringify(this.#batch));
    const part = { rows, count: this.#batch.length };
    this.#batch = [];
    this.#batchLength = 0;
    return part;
  }

  #count(row: SourceRow) {
    this.#total.cells += row.cells.length;
    this.#total.length += countLetters(row);
    refuseBeyondLimits(this.#total);
  }

  #listColumns(): string[] {
    const width = Math.max(this.#columns.length, this.#reach.rows);
    return Array.from({ length: width }, (_name, at) => this.#columns[at] ?? `Coluna ${at + 1}`);
  }

  #describe(): FileReading {
    const monthFirst = this.#dates.list();
    return {
      ...(monthFirst.length > 0 && { month_first: monthFirst }),
      ...(this.#names.length > 1 && { sheets: this.#names.slice(0, MOST_SHEETS) }),
      ...(this.#hidden > 0 && {
        hidden_rows: this.#hidden,
        hidden_left_out: this.#file.withoutHidden ?? false,
      }),
    };
  }
}

function countLetters({ cells }: Pick<FileRow, "cells">): number {
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

/** Drops blank headers at the end; other blank headers are named by their position. */
function readColumnNames(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== "");
  if (last >= IMPORT_MAX_COLUMNS) {
    throw fileError(`O arquivo tem mais de ${IMPORT_MAX_COLUMNS} colunas.`);
  }
  return cells
    .slice(0, last + 1)
    .map((cell, at) => cell.replaceAll("\0", "").trim().slice(0, 200) || `Coluna ${at + 1}`);
}
