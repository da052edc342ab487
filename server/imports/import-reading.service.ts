import { createCsvReader, detectSeparator } from "@/lib/domain/imports/import-csv";
import { type FileRow, IMPORT_MAX_CELL_LENGTH } from "@/lib/domain/imports/import-file";
import { AppError } from "@/lib/errors";
import { decodeInSlices } from "@/server/spreadsheets/text-encoding";
import { readXlsx } from "@/server/spreadsheets/xlsx-reader";

/**
 * Streams the rows of an uploaded file; detects its format, separator and encoding from its bytes.
 * @throws AppError invalid_input with a sentence under `file`; too_large for a workbook that inflates too far
 */
export async function* readFileRows(bytes: Uint8Array): AsyncGenerator<FileRow> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    for await (const { number, cells } of readXlsx(bytes)) {
      if (cells.some((cell) => cell.trim() !== "")) yield { line: number, cells };
    }
    return;
  }
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw fileError("Este é um .xls antigo. Abra-o no Excel e salve como .xlsx ou CSV.");
  }
  yield* readCsv(bytes);
}

async function* readCsv(bytes: Uint8Array): AsyncGenerator<FileRow> {
  let reader: ReturnType<typeof createCsvReader> | undefined;
  for (const text of decodeInSlices(bytes)) {
    if (text.includes("\0")) throw fileError("O arquivo não é um CSV nem uma planilha .xlsx.");
    if (text === "") continue;
    reader ??= createCsvReader(detectSeparator(text));
    yield* truncateCells(reader.push(text));
    // Yields to other requests between slices.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (reader) yield* truncateCells(reader.end());
}

function* truncateCells(rows: FileRow[]): Generator<FileRow> {
  for (const row of rows) {
    const cells = row.cells.map((cell) => cell.slice(0, IMPORT_MAX_CELL_LENGTH));
    yield { ...row, cells };
  }
}

function startsWith(bytes: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** The error for an unusable file, with a sentence for the user. */
export function fileError(sentence: string): AppError {
  return new AppError("invalid_input", sentence, { fields: { file: sentence } });
}
