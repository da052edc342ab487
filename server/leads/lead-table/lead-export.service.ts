import type { LeadFilter } from "@/lib/contracts/leads/lead-filter";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";

import { LEAD_SOURCE_LABEL, type LeadSource } from "@/lib/domain/leads/lead-list";
import type { LeadRow } from "@/lib/domain/leads/lead-row";
import { LEAD_STATUS_LABEL } from "@/lib/domain/leads/lead-status";
import {
  type Cell,
  cnaeCell,
  cnpjCell,
  phoneCell,
} from "@/lib/domain/spreadsheets/spreadsheet-cell";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Actor, UserId } from "@/server/platform/actor";
import type { Sheet } from "@/server/platform/spreadsheets/download";
import type { LeadSelection } from "./lead-bulk.repository";
import { findLeadsBefore } from "./lead-export.repository";
import { toFilter } from "./lead-list.service";

const PAGE_ROWS = 500;

/** The actor's selected leads, newest first, under the headers that an import recognises. */
export function exportLeads(
  actor: Actor,
  selected: { ids: number[] } | { filter: LeadFilter },
): Sheet {
  const selection = "ids" in selected ? selected : { filter: toFilter(selected.filter) };
  return {
    fileName: `leads-${getSaoPauloDay(new Date())}`,
    columns: [...LEAD_FIELD_NAMES.map((field) => LEAD_FIELDS[field].label), "Origem", "Criado em"],
    pages: readPages(actor.userId, selection),
  };
}

async function* readPages(ownerId: UserId, selection: LeadSelection): AsyncGenerator<Cell[][]> {
  let before: number | null = null;
  for (;;) {
    const rows: LeadRow[] = await findLeadsBefore(ownerId, selection, before, PAGE_ROWS);
    if (rows.length > 0) yield rows.map(toCells);
    before = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE_ROWS) return;
  }
}

function toCells(lead: LeadRow): Cell[] {
  const source = LEAD_SOURCE_LABEL[lead.source as LeadSource] ?? lead.source;
  return [...LEAD_FIELD_NAMES.map((field) => toCell(lead, field)), source, lead.created_at];
}

function toCell(lead: LeadRow, field: LeadFieldName): Cell {
  if (field === "whatsapp") return phoneCell(lead.whatsapp, "digits");
  if (field === "phone") return phoneCell(lead.phone, "as typed");
  if (field === "cnpj") return cnpjCell(lead.cnpj);
  if (field === "cnae") return cnaeCell(lead.cnae);
  if (field === "status") return LEAD_STATUS_LABEL[lead.status];
  return lead[field];
}
