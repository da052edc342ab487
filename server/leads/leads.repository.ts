import type { LeadStatus } from "@/lib/domain/lead-status";
import type { UserId } from "@/server/auth/actor";
import { empty, execute, firstRow, rows, type Sql, sql } from "@/server/db/sql";

export interface LeadRow {
  id: number;
  name: string;
  status: LeadStatus;
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  cnae: string | null;
  proprietario: string | null;
  obs: string | null;
  ai_obs: string | null;
  source: string;
  created_at: Date;
}

export interface NewLead {
  name: string;
  source: string;
  website: string | null;
  siteHost: string | null;
  whatsapp: string | null;
  whatsappKey: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  cnpj: string | null;
  evidence: unknown;
}

/** What one lead is recognised by; see the ruling on duplicates in findDuplicate. */
export interface LeadKeys {
  cnpj: string | null;
  whatsappKey: string | null;
  siteHost: string | null;
}

const COLUMNS = sql`id, name, status, whatsapp, phone, email, website, address, city, state, cnpj, cnae,
  proprietario, obs, ai_obs, source, created_at`;

/** Above this the total is no longer counted: the cost of a page must not grow with the data. */
export const COUNTED_LEADS = 10_000;

export function findLeads(
  ownerId: UserId,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<LeadRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM leads WHERE owner_id = ${ownerId}${matching(search)}
        ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** At most COUNTED_LEADS + 1, which says "more than that". */
export async function countLeads(ownerId: UserId, search: string): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (
          SELECT 1 FROM leads WHERE owner_id = ${ownerId}${matching(search)} LIMIT ${COUNTED_LEADS + 1}
        ) AS counted`,
  );
  return row?.total ?? 0;
}

/** Substring of name, phones, e-mail, site, CNPJ and notes, without regard to accents or case. */
function matching(search: string): Sql {
  if (search === "") return empty;
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  return sql` AND search_text LIKE search_form(${pattern})`;
}

export function countLeadsByStatus(
  ownerId: UserId,
): Promise<{ status: LeadStatus; count: number }[]> {
  return rows(
    sql`SELECT status, count(*)::int AS count FROM leads WHERE owner_id = ${ownerId} GROUP BY status`,
  );
}

/**
 * The owner's lead that a found company already is: same CNPJ; or same number without a different CNPJ; or same own
 * host without a different CNPJ or number.
 */
export async function findDuplicate(ownerId: UserId, keys: LeadKeys): Promise<number | null> {
  const { cnpj, whatsappKey, siteHost } = keys;
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM (
          SELECT id, 1 AS rank FROM leads WHERE owner_id = ${ownerId} AND cnpj = ${cnpj}::text
          UNION ALL
          SELECT id, 2 FROM leads WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey}::text
            AND (cnpj IS NULL OR ${cnpj}::text IS NULL OR cnpj = ${cnpj}::text)
          UNION ALL
          SELECT id, 3 FROM leads WHERE owner_id = ${ownerId} AND site_host = ${siteHost}::text
            AND (cnpj IS NULL OR ${cnpj}::text IS NULL OR cnpj = ${cnpj}::text)
            AND (whatsapp_key IS NULL OR ${whatsappKey}::text IS NULL OR whatsapp_key = ${whatsappKey}::text)
        ) AS candidates ORDER BY rank, id LIMIT 1`,
  );
  return row?.id ?? null;
}

/** Whether another lead of this owner holds the number. */
export async function numberTaken(ownerId: UserId, whatsappKey: string): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 FROM leads WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey}`,
  );
  return row !== null;
}

/** The new id, or null when a unique key (number, CNPJ) got there first. */
export async function insertLead(ownerId: UserId, lead: NewLead): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO leads (owner_id, name, source, website, site_host, whatsapp, whatsapp_key, phone, email,
                           address, city, state, cnpj, evidence)
        VALUES (${ownerId}, ${lead.name}, ${lead.source}, ${lead.website}, ${lead.siteHost}, ${lead.whatsapp},
                ${lead.whatsappKey}, ${lead.phone}, ${lead.email}, ${lead.address}, ${lead.city}, ${lead.state},
                ${lead.cnpj}, ${JSON.stringify(lead.evidence)}::jsonb)
        ON CONFLICT DO NOTHING
        RETURNING id`,
  );
  return row?.id ?? null;
}

export async function markContacted(
  ownerId: UserId,
  leadId: number,
  status: "sent" | "failed",
): Promise<void> {
  // An answer may have been stored before the send was settled: what a person said stays.
  await execute(
    sql`UPDATE leads SET
          status = CASE WHEN status IN ('pending', 'new', 'contacted', 'sent', 'failed') THEN ${status} ELSE status END,
          contacted_at = CASE WHEN ${status} = 'sent' THEN coalesce(contacted_at, now()) ELSE contacted_at END,
          updated_at = now()
        WHERE owner_id = ${ownerId} AND id = ${leadId}`,
  );
}

/** The lead of that number, marked as having answered (or opted out); null when the number is no lead. A closed deal stays closed. */
export async function markAnswered(
  ownerId: UserId,
  whatsappKey: string,
  status: "answered" | "opted_out",
): Promise<{ id: number; name: string } | null> {
  return firstRow(
    sql`UPDATE leads SET
          status = CASE WHEN status IN ('closed', 'opted_out') AND ${status} = 'answered' THEN status ELSE ${status} END,
          contacted_at = coalesce(contacted_at, now()),
          updated_at = now()
        WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey}
        RETURNING id, name`,
  );
}

/** A message went to this number from outside a campaign (typed on the phone). */
export async function markContactedByNumber(ownerId: UserId, whatsappKey: string): Promise<void> {
  await execute(
    sql`UPDATE leads SET
          status = CASE WHEN status IN ('pending', 'new') THEN 'contacted' ELSE status END,
          contacted_at = now(), updated_at = now()
        WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey} AND contacted_at IS NULL`,
  );
}
