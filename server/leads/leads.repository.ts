import type { LeadStatus } from "@/lib/domain/lead-status";
import { storedJson } from "@/lib/stored-json";
import type { UserId } from "@/server/auth/actor";
import { execute, firstRow, join, rows, type Sql, sql } from "@/server/db/sql";

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
 * The new ids, in the order of the leads; null for each that a unique key (number, CNPJ) got ahead of. The ids are given
 * out before the insert, which says of the rows it has written nothing but their columns.
 */
export async function insertLeads(
  ownerId: UserId,
  leads: readonly NewLead[],
): Promise<(number | null)[]> {
  if (leads.length === 0) return [];
  const records = leads.map((lead, place) => ({ place, status: "pending", ...lead }));
  const inserted = await rows<{ place: number; id: number }>(
    sql`WITH new AS MATERIALIZED (
          SELECT nextval(pg_get_serial_sequence('leads', 'id'))::int AS id, r.*
          FROM json_to_recordset(${storedJson(records)}::json) AS r(
            place int, name text, source text, website text, "siteHost" text, whatsapp text, "whatsappKey" text, phone text,
            email text, address text, city text, state text, cnpj text, cnae text, proprietario text, obs text, ai_obs text,
            status text, evidence jsonb)
        ), kept AS (
          INSERT INTO leads (id, owner_id, name, source, website, site_host, whatsapp, whatsapp_key, phone, email,
                             address, city, state, cnpj, cnae, proprietario, obs, ai_obs, status, evidence)
          SELECT id, ${ownerId}::int, name, source, website, "siteHost", whatsapp, "whatsappKey", phone, email,
                 address, city, state, cnpj, cnae, proprietario, obs, ai_obs, status, evidence
          FROM new ORDER BY place
          ON CONFLICT DO NOTHING
          RETURNING id
        )
        SELECT new.place, new.id FROM new JOIN kept ON kept.id = new.id`,
  );
  const ids = new Map(inserted.map(({ place, id }) => [place, id]));
  return leads.map((_, place) => ids.get(place) ?? null);
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
