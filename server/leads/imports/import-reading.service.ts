import { AppError } from "@/lib/errors";
import { fileError } from "@/server/platform/spreadsheets/file-error";
import { streamFromThread, ThreadEnded, toOwnBuffer } from "@/server/platform/threads/thread-pool";
import type { FilePart, FileToRead } from "./read-import-file.thread";

/** Several times what the largest ordinary file takes, including the time to store its rows. */
const MAX_READING_MS = 60_000;

/**
 * Reads an uploaded file in a worker thread, within limits of time, memory and size. The bytes are moved to the thread
 * and cannot be read again. Header and sheet are detected, unless they are chosen: a chosen header is its line or the
 * first one below it that is not blank.
 * @throws AppError invalid_input with a sentence under `file`; too_large for a workbook that inflates too far
 */
export async function* readImportFile(
  bytes: Uint8Array,
  choice: Omit<FileToRead, "buffer"> = {},
): AsyncGenerator<FilePart> {
  const buffer = toOwnBuffer(bytes);
  try {
    yield* streamFromThread<FileToRead, FilePart>(
      "server/leads/imports/read-import-file.thread.ts",
      { buffer, ...choice },
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
