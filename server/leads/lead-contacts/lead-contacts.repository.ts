import type { z } from "zod/mini";
import type { LeadContact, MainContact } from "@/lib/contracts/leads/lead-contacts";
import type { ContactValues } from "@/lib/domain/leads/lead-contacts";
import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { seenChat } from "@/server/platform/db/seen";
import { execute, firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

/** What is stored of a contact. */
export interface StoredContact extends ContactValues {
  phone_key: string | null;
}

export type ContactRow = z.input<typeof LeadContact> & StoredContact;
type MainContactRow = z.input<typeof MainContact> & StoredContact;

/** Of a lead or a contact `k`. */
const stateFor = (reader: Pick<Reader, "sight">) => sql`
  EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = k.owner_id AND o.phone_key = k.phone_key) AS opted_out,
  EXISTS (SELECT 1 FROM conversations v WHERE v.owner_id = k.owner_id AND v.phone_key = k.phone_key
          AND v.last_message_at IS NOT NULL${seenChat(reader, "v")}) AS has_conversation`;
const selectFor = (reader: Pick<Reader, "sight">) => sql`
  SELECT k.id, k.lead_id, k.name, k.role, k.phone, k.whatsapp, k.phone_key, k.email, k.source, k.created_at, ${stateFor(reader)}
  FROM lead_contacts k`;

/** The main contact of a lead; null when it is not the owner's. */
export function findMainContact(
  reader: Pick<Reader, "ownerId" | "sight">,
  leadId: number,
): Promise<MainContactRow | null> {
  return firstRow(
    sql`SELECT k.contact_name AS name, k.contact_role AS role, k.phone, k.whatsapp, k.phone_key, k.email, ${stateFor(reader)}
        FROM leads k WHERE k.owner_id = ${reader.ownerId} AND k.id = ${leadId}`,
  );
}

/** The other contacts of a lead, the oldest first. */
export function findContacts(reader: Reader, leadId: number): Promise<ContactRow[]> {
  return rows(
    sql`${selectFor(reader)} WHERE k.owner_id = ${reader.ownerId} AND k.lead_id = ${leadId} ORDER BY k.id`,
  );
}

/** What is stored of the other contacts of leads, the oldest first. */
export function findContactsOf(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<(ContactValues & { lead_id: number })[]> {
  return prisma.leadContact.findMany({
    where: { owner_id: ownerId, lead_id: { in: [...leadIds] } },
    select: { lead_id: true, name: true, role: true, phone: true, whatsapp: true, email: true },
    orderBy: { id: "asc" },
  });
}

export function findContact(reader: Reader, id: number): Promise<ContactRow | null> {
  return firstRow(sql`${selectFor(reader)} WHERE k.owner_id = ${reader.ownerId} AND k.id = ${id}`);
}

export function countContacts(ownerId: OwnerId, leadId: number): Promise<number> {
  return prisma.leadContact.count({ where: { owner_id: ownerId, lead_id: leadId } });
}

/**
 * Locks leads until the transaction ends, so that only one transaction at a time counts and compares the contacts of
 * each. Returns those that are the owner's.
 */
export async function lockLeads(ownerId: OwnerId, leadIds: readonly number[]): Promise<number[]> {
  const locked = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  return locked.map(({ id }) => id);
}

/** Returns the id; null when another contact of the lead has the same number or e-mail. */
export async function insertContact(
  ownerId: OwnerId,
  leadId: number,
  contact: StoredContact & { source: string },
): Promise<number | null> {
  const { name, role, phone, whatsapp, phone_key, email, source } = contact;
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, role, phone, whatsapp, phone_key, email, source)
        VALUES (${ownerId}, ${leadId}, ${name}, ${role}, ${phone}, ${whatsapp}, ${phone_key}, ${email}, ${source})
        ON CONFLICT DO NOTHING RETURNING id`,
  );
  return row?.id ?? null;
}

/**
 * Marks the contact as changed by a user. Returns false when another contact of the lead has the same number or e-mail.
 */
export async function updateContact(
  ownerId: OwnerId,
  id: number,
  { name, role, phone, whatsapp, phone_key, email }: StoredContact,
): Promise<boolean> {
  try {
    await prisma.leadContact.updateMany({
      where: { owner_id: ownerId, id },
      data: { name, role, phone, whatsapp, phone_key, email, source: "manual" },
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

export async function deleteContacts(ownerId: OwnerId, ids: readonly number[]): Promise<number> {
  const { count } = await prisma.leadContact.deleteMany({
    where: { owner_id: ownerId, id: { in: [...ids] } },
  });
  return count;
}

/** Inserts rows of contacts again, as they were. */
export async function restoreContacts(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  await execute(
    sql`INSERT INTO lead_contacts (id, owner_id, lead_id, name, role, phone, whatsapp, phone_key, email, source, created_at)
        SELECT r.id, ${ownerId}, r.lead_id, r.name, r.role, r.phone, r.whatsapp, r.phone_key, r.email, r.source, r.created_at
        FROM jsonb_populate_recordset(NULL::lead_contacts, ${toStorableJson(stored)}::jsonb) AS r
        ON CONFLICT DO NOTHING`,
  );
}

/** Changes the number of contacts, except where their lead already has the new one. Returns how many. */
export function moveNumber(
  ownerId: OwnerId,
  fromKey: string,
  to: { whatsapp: string; phoneKey: string },
): Promise<number> {
  return execute(
    sql`UPDATE lead_contacts k SET whatsapp = ${to.whatsapp}, phone_key = ${to.phoneKey}
        WHERE k.owner_id = ${ownerId} AND k.phone_key = ${fromKey}
          AND NOT EXISTS (SELECT 1 FROM lead_contacts t WHERE t.lead_id = k.lead_id AND t.phone_key = ${to.phoneKey})
          AND NOT EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = k.owner_id AND l.id = k.lead_id AND l.phone_key = ${to.phoneKey})`,
  );
}

/** What distinguishes a contact `k` from the lead's other contacts. */
const KEY = sql`coalesce('number ' || k.phone_key, 'e-mail ' || lower(k.email),
  'telephone ' || coalesce(typed_phone_key(k.phone), k.phone), 'name ' || k.id)`;

/** Moves contacts of leads to another lead, except those it already has. Returns each contact's former lead. */
export function moveToLead(
  ownerId: OwnerId,
  leadIds: readonly number[],
  toLeadId: number,
  mainKey: string | null,
): Promise<MovedRow[]> {
  return rows(
    sql`UPDATE lead_contacts SET lead_id = ${toLeadId}::int
        WHERE owner_id = ${ownerId} AND lead_id = ANY(${leadIds}::int[]) AND id IN (
          SELECT min(k.id) FROM lead_contacts k
          WHERE k.owner_id = ${ownerId} AND k.lead_id = ANY(${[...leadIds, toLeadId]}::int[])
            AND k.phone_key IS DISTINCT FROM ${mainKey}::text
          GROUP BY ${KEY} HAVING NOT bool_or(k.lead_id = ${toLeadId}))
        RETURNING id, old.lead_id AS lead_id`,
  );
}

/** Moves contacts back to their former leads, if they still belong to the lead that took them. */
export async function moveBack(
  ownerId: OwnerId,
  fromLeadId: number,
  moved: readonly MovedRow[],
): Promise<void> {
  await execute(
    sql`UPDATE lead_contacts AS k SET lead_id = m.lead_id
        FROM jsonb_to_recordset(${toStorableJson(moved)}::jsonb) AS m (id int, lead_id int)
        WHERE k.owner_id = ${ownerId} AND k.id = m.id AND k.lead_id = ${fromLeadId}`,
  );
}

/**
 * Inserts contacts that the leads do not have yet; the caller ensures that the leads are the owner's. Returns the rows.
 */
export async function insertContacts(
  ownerId: OwnerId,
  contacts: readonly (StoredContact & { lead_id: number })[],
  source: string,
): Promise<{ id: number; lead_id: number }[]> {
  const inserted = await rows<{ row: { id: number; lead_id: number } }>(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, role, phone, whatsapp, phone_key, email, source)
        SELECT ${ownerId}::int, r.lead_id, r.name, r.role, r.phone, r.whatsapp, r.phone_key, r.email, ${source}::text
        FROM jsonb_populate_recordset(NULL::lead_contacts, ${toStorableJson(contacts)}::jsonb) AS r
        ON CONFLICT DO NOTHING RETURNING to_jsonb(lead_contacts) AS row`,
  );
  return inserted.map(({ row }) => row);
}

/** Deletes those of these rows that have not changed. */
export async function deleteUnchanged(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  await execute(
    sql`DELETE FROM lead_contacts AS k USING jsonb_array_elements(${toStorableJson(stored)}::jsonb) AS m (row)
        WHERE k.owner_id = ${ownerId} AND k.id = (m.row ->> 'id')::int AND to_jsonb(k) = m.row`,
  );
}

/**
 * Adds contacts found in a file, a search or the registry to leads that the current transaction has locked, unless the
 * lead already has the contact or too many of them. Returns each new contact with its lead.
 */
export function addFoundContacts(
  ownerId: OwnerId,
  contacts: readonly (StoredContact & { lead_id: number })[],
  source: string,
  most: number,
): Promise<MovedRow[]> {
  return rows(
    sql`INSERT INTO lead_contacts (owner_id, lead_id, name, role, phone, whatsapp, phone_key, email, source)
        SELECT n.owner_id, n.lead_id, n.name, n.role, n.phone, n.whatsapp, n.phone_key, n.email, ${source}::text FROM (
          SELECT l.owner_id, r.lead_id, r.name, r.role, r.phone, r.whatsapp, r.phone_key, r.email,
                 row_number() OVER (PARTITION BY r.lead_id ORDER BY g.place) AS place,
                 (SELECT count(*) FROM lead_contacts k WHERE k.owner_id = l.owner_id AND k.lead_id = l.id) AS there
          FROM jsonb_array_elements(${toStorableJson(contacts)}::jsonb) WITH ORDINALITY AS g (contact, place)
          CROSS JOIN LATERAL jsonb_populate_record(NULL::lead_contacts, g.contact) AS r
          JOIN leads l ON l.owner_id = ${ownerId} AND l.id = r.lead_id
          CROSS JOIN LATERAL (SELECT coalesce(r.phone_key, typed_phone_key(r.phone)) AS number) AS reached
          WHERE coalesce(reached.number <> l.phone_key, true) AND coalesce(reached.number <> l.typed_phone_key, true)
            AND coalesce(r.phone <> l.phone, true)
            AND (reached.number IS NOT NULL OR coalesce(lower(r.email) <> l.email_key, true))
            AND NOT EXISTS (
              SELECT 1 FROM lead_contacts k WHERE k.owner_id = l.owner_id AND k.lead_id = l.id
                AND (reached.number IN (k.phone_key, typed_phone_key(k.phone)) OR r.phone = k.phone
                     OR reached.number IS NULL AND lower(r.email) = lower(k.email)
                     OR coalesce(r.whatsapp, r.phone, r.email) IS NULL AND lower(r.name) = lower(k.name)))
        ) AS n WHERE n.there + n.place <= ${most}
        ON CONFLICT DO NOTHING RETURNING id, lead_id`,
  );
}

/** Deletes those of these contacts that no user has changed since. Returns the leads they belonged to. */
export async function deleteFound(ownerId: OwnerId, ids: readonly number[]): Promise<number[]> {
  const deleted = await rows<{ lead_id: number }>(
    sql`DELETE FROM lead_contacts WHERE owner_id = ${ownerId} AND id = ANY(${ids}::int[]) AND source <> 'manual'
        RETURNING lead_id`,
  );
  return deleted.map(({ lead_id }) => lead_id);
}
