import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import { STATUS_LABEL, toRegistryStatus } from "@/lib/domain/registry/registry-labels";
import {
  type Cell,
  cnaeCell,
  cnpjCell,
  phoneCell,
} from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { AppError } from "@/lib/errors";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import { toCnae, toOwnerName } from "./registry.mapper";
import type { RegistrySearch } from "./registry-conditions.repository";
import { findsNothing, toRegistrySearch } from "./registry-filter.service";
import { getMunicipalityName, getRelease } from "./registry-lookups.service";
import { choosePlan } from "./registry-plan.service";
import { findRelease } from "./registry-release.repository";
import { type EstablishmentRow, findAfter } from "./registry-search.repository";

const PAGE_ROWS = 1_000;
/** More would be a copy of the registry, which the Receita itself publishes. */
const MAX_ROWS = 10_000;

const COLUMNS = [
  "Nome fantasia",
  "Razão social",
  "CNPJ",
  "Situação",
  "Telefone",
  "Telefone 2",
  "E-mail",
  "Logradouro",
  "Número",
  "Complemento",
  "Bairro",
  "Cidade",
  "UF",
  "CEP",
  "CNAE",
  "Atividade",
  "Abertura",
  "MEI",
  "Proprietário",
];

/** The first 10,000 companies of a search. */
export async function exportRegistry(filter: RegistryFilter): Promise<Sheet> {
  return {
    fileName: `receita-${getSaoPauloDay(new Date())}`,
    columns: COLUMNS,
    pages: readPages(toRegistrySearch(filter)),
  };
}

async function* readPages(search: RegistrySearch): AsyncGenerator<Cell[][]> {
  const release = await getRelease();
  if (!release || findsNothing(search)) return;
  const plan = choosePlan(search, release, PAGE_ROWS);
  let after = 0;
  for (let read = 0; read < MAX_ROWS; ) {
    const rows: EstablishmentRow[] = await findAfter(search, { plan, after, limit: PAGE_ROWS });
    // Another month's ids belong to other companies.
    if ((await findRelease())?.import_id !== release.import_id) {
      throw new AppError("unavailable", "A base da Receita mudou. Exporte de novo.");
    }
    yield rows.map((row) => toCells(row, release.label("activity", row.cnae) ?? ""));
    after = rows.at(-1)?.id ?? after;
    read += rows.length;
    if (rows.length < PAGE_ROWS) return;
  }
}

function toCells(row: EstablishmentRow, activity: string): Cell[] {
  return [
    row.trade_name,
    row.legal_name,
    cnpjCell(row.cnpj),
    STATUS_LABEL[toRegistryStatus(row.status)],
    phoneCell(row.phone1, "digits"),
    phoneCell(row.phone2, "digits"),
    row.email,
    row.street,
    row.number,
    row.complement,
    row.district,
    getMunicipalityName(row.municipality) ?? row.foreign_city,
    row.uf,
    row.cep === null
      ? null
      : String(row.cep)
          .padStart(8, "0")
          .replace(/^(\d{5})/, "$1-"),
    cnaeCell(toCnae(row.cnae)),
    activity,
    row.opened_on,
    row.is_mei ? "Sim" : "Não",
    toOwnerName(row),
  ];
}
