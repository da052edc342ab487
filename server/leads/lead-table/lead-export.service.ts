import type { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import { SITE_VERDICT_LABEL } from "@/lib/domain/companies/site-verdict";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { COUNTED_LEADS, LEAD_SOURCE_LABEL, type LeadSource } from "@/lib/domain/leads/lead-list";
import type { LeadRow } from "@/lib/domain/leads/lead-row";
import { LEAD_STATUS_LABEL } from "@/lib/domain/leads/lead-status";
import {
  type OwnFieldKind,
  type OwnValue,
  showOwnValue,
  toOwnValues,
} from "@/lib/domain/leads/own-fields";
import {
  type Cell,
  cnaeCell,
  cnpjCell,
  phoneCell,
} from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { nameColleagues } from "@/server/accounts/users/people.service";
import { showOtherContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { findFields, type OwnFieldRow } from "@/server/leads/own-fields/own-fields.repository";
import { findStages } from "@/server/leads/stages/stages.repository";
import { findTags } from "@/server/leads/tags/tags.repository";
import type { Actor, OwnerId } from "@/server/platform/actor";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import type { LeadFilter as RowFilter } from "./lead-filter.repository";
import {
  type Cursor,
  findLeadsById,
  findMatches,
  findPage,
  type KeyedLeadRow,
  type LeadOrder,
  type PageRange,
} from "./lead-list.repository";
import { getCursor, isUnfiltered, toFilter } from "./lead-list.service";

const PAGE_ROWS = 500;

/** The actor's selected leads in the order of the screen, under the headers that an import recognises. */
export async function exportLeads(
  actor: Actor,
  selected: { ids: number[] } | { filter: LeadFilter },
  order: LeadOrder,
): Promise<Sheet> {
  const fields = await findFields(actor.ownerId);
  const names = await nameColleagues(actor.ownerId);
  // Who works alone has no sellers to tell apart.
  const sellers = names.size > 1 ? names : null;
  return {
    fileName: `leads-${getSaoPauloDay(new Date())}`,
    columns: [
      ...LEAD_FIELD_NAMES.map((field) => LEAD_FIELDS[field].label),

      "Etapa do funil",
      "Valor (R$)",
      "Previsão de fechamento",
      "Origem",
      ...(sellers ? ["Vendedor"] : []),
      "Criado em",
      "Etiquetas",
      "Outros contatos",
      "Situação do site",
      ...fields.map(({ name }) => name),
    ],
    pages: toSheetPages(
      actor,
      fields,
      sellers,
      "ids" in selected
        ? readChosen(actor, selected.ids, order)
        : readPages(actor.ownerId, await toFilter(actor, selected.filter), order),
    ),
  };
}

type ExportedRow = Awaited<ReturnType<typeof findLeadsById>>[number];

async function* toSheetPages(
  actor: Actor,
  fields: readonly OwnFieldRow[],
  sellers: ReadonlyMap<number, string> | null,
  pages: AsyncGenerator<ExportedRow[]>,
): AsyncGenerator<Cell[][]> {
  const { ownerId } = actor;
  const [stages, allTags] = await Promise.all([findStages(actor), findTags(actor)]);
  const names = new Map(stages.map(({ id, name }) => [id, name]));
  const tags = new Map(allTags.map(({ id, name }) => [id, name]));
  for await (const page of pages) {
    const reached = page.filter(({ other_contacts }) => other_contacts > 0);
    const others = await showOtherContacts(
      ownerId,
      reached.map(({ id }) => id),
    );
    yield page.map((lead) => {
      const own = toOwnValues(lead.own_cells);
      return [
        ...toCells(lead, names.get(lead.stage_id) ?? ""),
        ...(sellers ? [sellers.get(lead.seller_id ?? 0) ?? null] : []),
        lead.created_at,
        lead.tag_ids.flatMap((id) => tags.get(id) ?? []).join(", "),
        others.get(lead.id) ?? null,
        lead.site_verdict && SITE_VERDICT_LABEL[lead.site_verdict],
        ...fields.map(({ key, kind }) => toOwnCell(kind, own[key])),
      ];
    });
  }
}

async function* readChosen(
  actor: Actor,
  ids: number[],
  order: LeadOrder,
): AsyncGenerator<ExportedRow[]> {
  yield await findLeadsById(actor, ids, order);
}

/** Few matches are found at once by the filter's own indexes; with many, the order's index soon yields a page. */
async function* readPages(
  ownerId: OwnerId,
  filter: RowFilter,
  order: LeadOrder,
): AsyncGenerator<ExportedRow[]> {
  if (filter.sight || !isUnfiltered(filter)) {
    const all = { cursor: null, backward: false, offset: 0, limit: COUNTED_LEADS };
    const { total, rows } = await findMatches(ownerId, filter, order, all);
    if (total <= COUNTED_LEADS) {
      for (let at = 0; at < rows.length; at += PAGE_ROWS) {
        yield rows.slice(at, at + PAGE_ROWS);
      }
      return;
    }
  }
  let cursor: Cursor | null = null;
  for (;;) {
    const page: PageRange = { cursor, backward: false, offset: 0, limit: PAGE_ROWS };
    const rows: KeyedLeadRow[] = await findPage(ownerId, filter, order, page);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    cursor = getCursor(last, order);
  }
}

function toCells(lead: LeadRow, stage: string): Cell[] {
  const source = LEAD_SOURCE_LABEL[lead.source as LeadSource] ?? lead.source;
  const value =
    lead.value_cents === null ? null : { number: Number(lead.value_cents) / 100, isMoney: true };
  const expected = lead.expected_close && { day: String(lead.expected_close) };
  return [...LEAD_FIELD_NAMES.map((field) => toCell(lead, field)), stage, value, expected, source];
}

/** In the form that an import can read. */
function toOwnCell(kind: OwnFieldKind, value: OwnValue | undefined): Cell {
  if (value === undefined) return null;
  if (typeof value === "number") return { number: value };
  if (kind === "date" && typeof value === "string") return { day: value };
  return kind === "phone" && typeof value === "string"
    ? phoneCell(value, "as typed")
    : showOwnValue(kind, value);
}

function toCell(lead: LeadRow, field: LeadFieldName): Cell {
  if (field === "whatsapp") return phoneCell(lead.whatsapp, "digits");
  if (field === "phone") return phoneCell(lead.phone, "as typed");
  if (field === "cnpj") return cnpjCell(lead.cnpj);
  if (field === "cnae") return cnaeCell(lead.cnae);
  if (field === "status") return LEAD_STATUS_LABEL[lead.status];
  return lead[field];
}
