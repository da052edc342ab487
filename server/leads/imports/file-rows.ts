import { createCsvReader, detectSeparator } from "@/lib/domain/imports/import-csv";
import type { FileRow } from "@/lib/domain/imports/import-file";
import { decodeInSlices } from "@/server/platform/spreadsheets/text-encoding";
import { type ReadSheet, readXlsx } from "@/server/platform/spreadsheets/xlsx-reader";
import { fileError } from "./file-error.rule";

/** A row as its file has it. */
export interface SourceRow extends FileRow {
  /** By column where a cell leads to. */
  links?: ReadonlyMap<number, string>;
  isHidden?: boolean;
  /** Its cells have places of their own: none is there because of a stray separator. */
  isGrid?: boolean;
}

export interface ReadingChoice {
  /** Counted from 1, as the file does. */
  headerLine?: number | undefined;
  /** The name of a workbook's sheet. */
  sheet?: string | undefined;
}

export type OnSheet = (sheet: ReadSheet, names: string[]) => void;

/** The rows of a file, whose format, separator and encoding are found from its bytes. */
export async function* readSourceRows(
  bytes: Uint8Array,
  { headerLine, sheet }: ReadingChoice,
  onSheet: OnSheet,
): AsyncGenerator<SourceRow> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    for await (const { number, ...row } of readXlsx(bytes, onSheet, sheet)) {
      yield { line: number, isGrid: true, ...row };
    }
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
