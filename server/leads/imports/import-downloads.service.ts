import { IMPORT_FIELD_LABEL, type ImportField } from "@/lib/domain/imports/import-columns";
import type { Cell } from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { AppError } from "@/lib/errors";
import type { Actor, UserId } from "@/server/platform/actor";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import * as repository from "./imports.repository";

const PAGE_ROWS = 2_000;

/**
 * The refused rows of an import with their original cells, line and reason; once corrected, the file can be imported
 * unchanged.
 * @throws AppError not_found
 */
export async function exportRefusedRows(actor: Actor, importId: number): Promise<Sheet> {
  const row = await repository.findImport(actor.userId, importId);
  if (!row) throw new AppError("not_found");
  return {
    fileName: `recusados-importacao-${importId}`,
    columns: [...row.columns, "Linha no arquivo", "Motivo da recusa"],
    pages: readPages(actor.userId, importId, row.columns.length),
  };
}

async function* readPages(
  ownerId: UserId,
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

const EXAMPLES: Partial<Record<ImportField, string>>[] = [
  {
    name: "Padaria Modelo",
    whatsapp: "(11) 98765-4321",
    phone: "(11) 3333-4444",
    email: "contato@padariamodelo.example",
    website: "padariamodelo.example",
    address: "Rua das Flores, 100",
    city: "São Paulo",
    state: "SP",
    cnpj: "11.222.333/0001-81",
    proprietario: "Maria Silva",
    obs: "Linha de exemplo: apague antes de importar.",
    status: "Pendente",
  },
];

/** An empty file with the headers that an import recognises and one example row. */
export function createImportTemplate(): Sheet {
  const fields = Object.keys(IMPORT_FIELD_LABEL) as ImportField[];
  return {
    fileName: "modelo-importacao-leads",
    columns: fields.map((field) => IMPORT_FIELD_LABEL[field]),
    pages: (async function* () {
      yield EXAMPLES.map((example) => fields.map((field) => example[field] ?? ""));
    })(),
  };
}
