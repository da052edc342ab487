import { createCsvReader, detectSeparator } from "@/lib/domain/imports/import-csv";
import type { FileRow } from "@/lib/domain/imports/import-file";
import { createContactRows } from "./contact-rows";
import { fileError } from "./file-error";
import { findForeignFormat, findWorkbookKind } from "./foreign-formats";
import { readOds } from "./ods-reader";
import { decodeInSlices } from "./text-encoding";
import { type ReadSheet, readXlsx } from "./xlsx-reader";

/** A row as it is in its file. */
export interface SourceRow extends FileRow {
  /** Link targets of cells, by column. */
  links?: ReadonlyMap<number, string>;
  isHidden?: boolean;
  /** Its cells have fixed columns: none is there because of a stray separator. */
  isGrid?: boolean;
}

export interface ReadingChoice {
  /** Counted from 1, as the file does. */
  headerLine?: number | undefined;
  /** The name of a workbook's sheet. */
  sheet?: string | undefined;
}

export type OnSheet = (sheet: ReadSheet, names: string[]) => void;

/** The rows of a file, whose format, separator and encoding are detected from its bytes. */
export async function* readSourceRows(
  bytes: Uint8Array,
  { headerLine, sheet }: ReadingChoice,
  onSheet: OnSheet,
): AsyncGenerator<SourceRow> {
  const problem = findForeignFormat(bytes);
  if (problem) throw fileError(problem);
  if (!startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return yield* readText(bytes, headerLine);
  const kind = await findWorkbookKind(bytes);
  if (kind !== "xlsx" && kind !== "ods") throw fileError(kind.problem);
  const rows = kind === "ods" ? readOds(bytes, onSheet, sheet) : readXlsx(bytes, onSheet, sheet);
  for await (const { number, ...row } of rows) yield { line: number, isGrid: true, ...row };
}

/** Rows of a text file: separated cells, or contacts. */
function* readText(bytes: Uint8Array, headerLine: number | undefined): Generator<SourceRow> {
  let reader: { push(text: string): SourceRow[]; end(): SourceRow[] } | undefined;
  for (const text of decodeInSlices(bytes)) {
    if (text.includes("\0")) throw fileError("O arquivo não é um CSV nem uma planilha .xlsx.");
    if (text === "") continue;
    reader ??= /^\s{0,20}BEGIN:VCARD/i.test(text)
      ? createContactRows()
      : createCsvReader(detectSeparator(text, headerLine));
    yield* reader.push(text);
  }
  if (reader) yield* reader.end();
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
