import type { z } from "zod/mini";
import type * as contract from "@/lib/contracts/leads/imports";
import type { FileReading } from "@/lib/domain/imports/import-file";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { fileError } from "@/server/platform/spreadsheets/file-error";
import { readImportFile } from "./import-reading.service";
import * as repository from "./imports.repository";
import { getImport } from "./imports.service";
import type { FileToRead } from "./read-import-file.thread";

/** Uploaded but unstarted files per owner. */
const MAX_UNSTARTED = 5;
/** Files of one owner that this process reads at a time: one owner cannot occupy every thread for long. */
const MAX_READING = 2;

const reading = new Map<OwnerId, number>();

interface UploadedFile {
  name: string;
  bytes: Uint8Array;
  /** The user's choices: where the header is, which sheet is read, and whether hidden rows are. */
  choice: Omit<FileToRead, "buffer">;
}

/**
 * Stores an uploaded file as rows, until the import is started or the file expires.
 * @throws AppError invalid_input with a sentence under `file`; too_large; rate_limited while other files are read
 */
export async function uploadImport(
  actor: Actor,
  file: UploadedFile,
): Promise<z.input<typeof contract.imports.upload.response>> {
  const { ownerId } = actor;
  const others = reading.get(ownerId) ?? 0;
  if (others >= MAX_READING) throw new AppError("rate_limited", STILL_READING);
  reading.set(ownerId, others + 1);
  let importId: number;
  try {
    importId = await storeRows(ownerId, file);
  } finally {
    const left = (reading.get(ownerId) ?? 1) - 1;
    if (left > 0) reading.set(ownerId, left);
    else reading.delete(ownerId);
  }
  await repository.deleteUnstartedUploads(ownerId, MAX_UNSTARTED);
  return getImport(actor, importId);
}

const STILL_READING =
  "Ainda estamos lendo seus outros arquivos. Envie este de novo em alguns segundos.";

/**
 * Each batch is stored separately, because no transaction may wait for a parser. Until the last one the file is hidden.
 */
async function storeRows(ownerId: OwnerId, file: UploadedFile): Promise<number> {
  let importId: number | null = null;
  let stored = 0;
  let end: { columns: string[]; reading: FileReading } | null = null;
  try {
    for await (const part of readImportFile(file.bytes, file.choice)) {
      if ("reading" in part) end = part;
      else if ("columns" in part) {
        const { columns, sheet } = part;
        importId = await repository.insertImport(ownerId, { name: file.name, columns, sheet });
      } else if (importId !== null) {
        await repository.addChunk(ownerId, importId, stored, part.rows);
        stored += part.count;
      }
    }
    if (importId === null || end === null) throw new Error("The file has no columns.");
    if (stored === 0) {
      throw fileError("O arquivo só tem o cabeçalho: não há linhas para importar.");
    }
    await repository.completeUpload(ownerId, importId, { rowCount: stored, ...end });
    return importId;
  } catch (error) {
    // If this fails too, the file expires like one that is never started.
    if (importId !== null) await repository.deleteImport(ownerId, importId).catch(() => undefined);
    throw error;
  }
}
