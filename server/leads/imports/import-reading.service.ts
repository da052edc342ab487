import { AppError } from "@/lib/errors";
import { streamFromThread, ThreadEnded, toOwnBuffer } from "@/server/platform/threads/thread-pool";
import { fileError } from "./file-error.rule";
import type { FilePart, FileToRead } from "./read-import-file.thread";

/** Several times what the largest ordinary file takes, including the time to store its rows. */
const MAX_READING_MS = 60_000;

/**
 * Reads an uploaded file in a worker thread, within limits of time, memory and size. The bytes are moved to the
 * thread and cannot be read again. The header is found, or stands in `headerLine` or the first line below it that is
 * not blank.
 * @throws AppError invalid_input with a sentence under `file`; too_large for a workbook that inflates too far
 */
export async function* readImportFile(
  bytes: Uint8Array,
  headerLine?: number,
): AsyncGenerator<FilePart> {
  const buffer = toOwnBuffer(bytes);
  try {
    yield* streamFromThread<FileToRead, FilePart>(
      "server/leads/imports/read-import-file.thread.ts",
      { buffer, headerLine },
      { deadlineMs: MAX_READING_MS, transfer: [buffer] },
    );
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    if (error.reason === "deadline") {
      throw fileError("A leitura do arquivo demorou demais. Divida-o em partes menores.");
    }
    throw new AppError(
      "too_large",
      "O arquivo precisa de memória demais para ser lido. Divida-o em partes menores.",
    );
  }
}
