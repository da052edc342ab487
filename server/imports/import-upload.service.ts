import type { z } from "zod/mini";
import type * as contract from "@/lib/contracts/imports";
import {
  type FileRow,
  IMPORT_MAX_COLUMNS,
  IMPORT_MAX_ROWS,
} from "@/lib/domain/imports/import-file";
import { formatNumber } from "@/lib/format";
import type { Actor } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { fileError, readFileRows } from "./import-reading.service";
import * as repository from "./imports.repository";
import { getImport } from "./imports.service";

/** Rows of one batch, which the import writes in one transaction. */
const CHUNK_ROWS = 1_000;
const CHUNK_LENGTH = 2_000_000;
/** Many cells of a workbook may share one long text, so the total is bounded too. */
const MAX_TEXT_LENGTH = 100_000_000;
/** Uploaded but unstarted files per owner. */
const MAX_UNSTARTED = 5;

/**
 * Stores an uploaded file as rows, until the import is started or the file expires.
 * @throws AppError invalid_input with a sentence under `file`
 */
export async function uploadImport(
  actor: Actor,
  fileName: string,
  bytes: Uint8Array,
): Promise<z.input<typeof contract.imports.upload.response>> {
  const importId = await transaction(() => storeRows(actor, fileName, bytes));
  await repository.deleteUnstartedUploads(actor.userId, MAX_UNSTARTED);
  return getImport(actor, importId);
}

async function storeRows(actor: Actor, fileName: string, bytes: Uint8Array): Promise<number> {
  let importId: number | null = null;
  let chunk: FileRow[] = [];
  let chunkLength = 0;
  let stored = 0;
  let textLength = 0;
  const flush = async (id: number) => {
    await repository.addChunk(actor.userId, id, stored, chunk);
    stored += chunk.length;
    chunk = [];
    chunkLength = 0;
  };
  for await (const row of readFileRows(bytes)) {
    if (importId === null) {
      const columns = readColumnNames(row);
      importId = await repository.insertImport(actor.userId, { name: fileName, columns });
      continue;
    }
    const length = row.cells.reduce((sum, cell) => sum + cell.length, 0);
    chunk.push(row);
    chunkLength += length;
    textLength += length;
    if (textLength > MAX_TEXT_LENGTH) {
      throw fileError(
        "A planilha fica grande demais depois de aberta. Divida-a em partes menores.",
      );
    }
    if (stored + chunk.length > IMPORT_MAX_ROWS) {
      throw fileError(
        `O arquivo tem mais de ${formatNumber(IMPORT_MAX_ROWS)} linhas. Divida-o em partes menores.`,
      );
    }
    if (chunk.length === CHUNK_ROWS || chunkLength > CHUNK_LENGTH) await flush(importId);
  }
  if (importId === null) throw fileError("O arquivo está vazio.");
  if (chunk.length > 0) await flush(importId);
  if (stored === 0) throw fileError("O arquivo só tem o cabeçalho: não há linhas para importar.");
  return importId;
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
