import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";

import type { Cell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import * as repository from "./imports.repository";

const PAGE_ROWS = 2_000;

/**
 * The refused rows of an import with their original cells, line and reason; once corrected, the file can be imported
 * unchanged.
 * @throws AppError not_found
 */
export async function exportRefusedRows(actor: Actor, importId: number): Promise<Sheet> {
  const row = await repository.findImport(actor.ownerId, importId);
  if (!row) throw new AppError("not_found");
  const width = Math.max(
    row.columns.length,
    await repository.findRefusedWidth(actor.ownerId, importId),
  );
  const columns = Array.from({ length: width }, (_, at) => row.columns[at] ?? `Coluna ${at + 1}`);
  return {
    fileName: `recusados-importacao-${importId}`,
    columns: [...columns, "Linha no arquivo", "Motivo da recusa"],
    pages: readPages(actor.ownerId, importId, width),
  };
}

async function* readPages(
  ownerId: OwnerId,
  importId: number,
  width: number,
): AsyncGenerator<Cell[][]> {
  let after = -1;
  for (;;) {
    const refusals = await repository.findRefusals(ownerId, importId, { after, limit: PAGE_ROWS });
    if (refusals.length === 0) return;
    yield refusals.map(({ cells, line, reason }) => [
      ...Array.from({ length: width }, (_blank, at) => cells[at] ?? ""),
      String(line),
      reason,
    ]);
    after = refusals.at(-1)?.line ?? after;
  }
}

/** An empty file with the headers that an import recognises and one example row. */
export function createImportTemplate(): Sheet {
  return {
    fileName: "modelo-importacao-leads",
    columns: LEAD_FIELD_NAMES.map((name) => LEAD_FIELDS[name].label),
    pages: (async function* () {
      yield [LEAD_FIELD_NAMES.map((name) => LEAD_FIELDS[name].example)];
    })(),
  };
}
