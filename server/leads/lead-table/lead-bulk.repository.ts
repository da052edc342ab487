import type { OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildLeadFilter, type LeadFilter } from "./lead-filter.repository";

/** Leads given by id, or all leads that match a filter. */
export type LeadSelection = { ids: number[] } | { filter: LeadFilter };

export interface Batch {
  /** Only ids above this one. */
  after: number;
  /** Excludes leads created after the bulk change began. */
  upTo: number;
  limit: number;
}

/** The owner's highest lead id; 0 without leads. */
export async function findLastId(ownerId: OwnerId): Promise<number> {
  const lead = await prisma.lead.findFirst({
    where: { owner_id: ownerId },
    select: { id: true },
    orderBy: { id: "desc" },
  });
  return lead?.id ?? 0;
}

/**
 * The next leads of a selection, locked in id order until the transaction ends, so that concurrent bulk changes do
 * not deadlock.
 */
export async function lockBatch(
  reader: Reader,
  selection: LeadSelection,
  { after, upTo, limit }: Batch,
): Promise<number[]> {
  const locked = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE ${buildSelection(reader, selection)} AND id > ${after} AND id <= ${upTo}
        ORDER BY id LIMIT ${limit} FOR UPDATE`,
  );
  return locked.map(({ id }) => id);
}

export interface LeadToComplete {
  id: number;
  name: string;
  cnpj: string;
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnae: string | null;
  proprietario: string | null;
}

/** The same for leads with a CNPJ, with the values that the company registry knows. */
export function lockBatchWithCnpj(
  reader: Reader,
  selection: LeadSelection,
  { after, upTo, limit }: Batch,
): Promise<LeadToComplete[]> {
  return rows(
    sql`SELECT id, name, cnpj, whatsapp, phone, email, address, city, state, cnae, proprietario FROM leads
        WHERE ${buildSelection(reader, selection)} AND cnpj IS NOT NULL AND id > ${after} AND id <= ${upTo}
        ORDER BY id LIMIT ${limit} FOR UPDATE`,
  );
}

/** The CNPJs of the latest leads of a selection that have one. */
export async function findSelectedCnpjs(
  reader: Reader,
  selection: LeadSelection,
  limit: number,
): Promise<string[]> {
  const found = await rows<{ cnpj: string }>(
    sql`SELECT cnpj FROM leads WHERE ${buildSelection(reader, selection)} AND cnpj IS NOT NULL
        ORDER BY id DESC LIMIT ${limit}`,
  );
  return found.map(({ cnpj }) => cnpj);
}

function buildSelection(reader: Reader, selection: LeadSelection): Sql {
  return "ids" in selection
    ? sql`owner_id = ${reader.ownerId} AND id = ANY(${selection.ids}::int[])${seen(reader, "leads")}`
    : buildLeadFilter(reader.ownerId, selection.filter);
}
