import type { LeadStatus } from "@/lib/domain/lead-status";
import type { UserId } from "@/server/auth/actor";
import { execute, firstRow, join, type Sql, sql } from "@/server/db/sql";

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

export interface LeadDetailsRow extends LeadRow {
  contacted_at: Date | null;
  updated_at: Date;
  evidence: unknown;
  whatsapp_key: string | null;
}

export interface NewLead {
  name: string;
  source: string;
  status?: LeadStatus;
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
  cnae?: string | null;
  proprietario?: string | null;
  obs?: string | null;
  ai_obs?: string | null;
  evidence: unknown;
}

/** Columns a person writes; those left out stay as they are. */
export type LeadValues = Partial<
  Omit<NewLead, "source" | "evidence" | "status"> & { status: LeadStatus }
>;

/** What one lead is recognised by; see the ruling on duplicates in findDuplicate. */
export interface LeadKeys {
  cnpj: string | null;
  whatsappKey: string | null;
  siteHost: string | null;
}

const COLUMNS = sql`id, name, status, whatsapp, phone, email, website, address, city, state, cnpj, cnae,
  proprietario, obs, ai_obs, source, created_at`;

export function findLead(ownerId: UserId, leadId: number): Promise<LeadDetailsRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS}, contacted_at, updated_at, evidence, whatsapp_key FROM leads
        WHERE owner_id = ${ownerId} AND id = ${leadId}`,
  );
}

export function findLeadByKey(ownerId: UserId, whatsappKey: string): Promise<LeadRow | null> {
  return firstRow(
    sql`SELECT ${COLUMNS} FROM leads WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey}`,
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
                           address, city, state, cnpj, cnae, proprietario, obs, ai_obs, status, evidence)
        VALUES (${ownerId}, ${lead.name}, ${lead.source}, ${lead.website}, ${lead.siteHost}, ${lead.whatsapp},
                ${lead.whatsappKey}, ${lead.phone}, ${lead.email}, ${lead.address}, ${lead.city}, ${lead.state},
                ${lead.cnpj}, ${lead.cnae ?? null}, ${lead.proprietario ?? null}, ${lead.obs ?? null},
                ${lead.ai_obs ?? null}, ${lead.status ?? "pending"}, ${JSON.stringify(lead.evidence)}::jsonb)
        ON CONFLICT DO NOTHING
        RETURNING id`,
  );
  return row?.id ?? null;
}

/** Another lead of this owner that holds the CNPJ or the number; the CNPJ's first. */
export async function findHolder(
  ownerId: UserId,
  keys: { cnpj: string | null; whatsappKey: string | null; except: number | null },
): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${ownerId} AND id IS DISTINCT FROM ${keys.except}::int
          AND (cnpj = ${keys.cnpj}::text OR whatsapp_key = ${keys.whatsappKey}::text)
        ORDER BY (cnpj = ${keys.cnpj}::text) DESC NULLS LAST LIMIT 1`,
  );
  return row?.id ?? null;
}

const WRITABLE = {
  name: sql`name`,
  website: sql`website`,
  siteHost: sql`site_host`,
  whatsapp: sql`whatsapp`,
  whatsappKey: sql`whatsapp_key`,
  phone: sql`phone`,
  email: sql`email`,
  address: sql`address`,
  city: sql`city`,
  state: sql`state`,
  cnpj: sql`cnpj`,
  cnae: sql`cnae`,
  proprietario: sql`proprietario`,
  obs: sql`obs`,
  ai_obs: sql`ai_obs`,
  status: sql`status`,
} satisfies Record<keyof LeadValues, Sql>;

/** The changed lead; null when there is none of that id; 'duplicate' when another lead holds the number or the CNPJ. */
export async function updateLead(
  ownerId: UserId,
  leadId: number,
  values: LeadValues,
): Promise<LeadRow | null | "duplicate"> {
  const changes = (Object.keys(WRITABLE) as (keyof LeadValues)[])
    .filter((name) => values[name] !== undefined)
    .map((name) => sql`${WRITABLE[name]} = ${values[name]}`);
  try {
    return await firstRow<LeadRow>(
      sql`UPDATE leads SET ${join([...changes, sql`status_by = 'person'`, sql`updated_at = now()`])}
          WHERE owner_id = ${ownerId} AND id = ${leadId} RETURNING ${COLUMNS}`,
    );
  } catch (error) {
    if (isUniqueViolation(error)) return "duplicate";
    throw error;
  }
}

/** False when there was none. */
export async function deleteLead(ownerId: UserId, leadId: number): Promise<boolean> {
  return (
    (await execute(sql`DELETE FROM leads WHERE owner_id = ${ownerId} AND id = ${leadId}`)) === 1
  );
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
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
          status_by = 'campaign', updated_at = now()
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
          status_by = 'reply', updated_at = now()
        WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey}
        RETURNING id, name`,
  );
}

/** A message went to this number from outside a campaign (typed on the phone). */
export async function markContactedByNumber(ownerId: UserId, whatsappKey: string): Promise<void> {
  await execute(
    sql`UPDATE leads SET
          status = CASE WHEN status IN ('pending', 'new') THEN 'contacted' ELSE status END,
          contacted_at = now(), status_by = 'phone', updated_at = now()
        WHERE owner_id = ${ownerId} AND whatsapp_key = ${whatsappKey} AND contacted_at IS NULL`,
  );
}
