import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import type { OwnerId, Reader } from "@/server/platform/actor";
import type { WhatsappContact } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { seen, seenChat, seenNumber } from "@/server/platform/db/seen";
import { columns, empty, execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildContainsCondition } from "@/server/platform/db/text-search";

const COLUMNS = [
  "id",
  "number",
  "jid",
  "name",
  "username",
  "picture_url",
  "created_at",
  "updated_at",
] as const;

export type ContactRow = Pick<WhatsappContact, (typeof COLUMNS)[number]> & {
  lead_id: number | null;
  last_message_at: Date | null;
};

/** A contact `c`, with the lead and the conversation of its number. */
const select = (reader: Reader) => sql`SELECT ${columns(COLUMNS, { of: "c" })}, coalesce(l.id, (
    SELECT k.lead_id FROM lead_contacts k JOIN leads f ON f.owner_id = k.owner_id AND f.id = k.lead_id ${seen(reader, "f")}
    WHERE k.owner_id = c.owner_id AND k.phone_key = c.phone_key ORDER BY k.lead_id LIMIT 1
  )) AS lead_id, (
    SELECT max(t.last_message_at) FROM conversations t WHERE t.owner_id = c.owner_id AND t.phone_key = c.phone_key${seenChat(reader, "t")}
  ) AS last_message_at
  FROM whatsapp_contacts c
  LEFT JOIN leads l ON l.owner_id = c.owner_id AND l.phone_key = c.phone_key ${seen(reader, "l")}`;

/** Whom contacts are counted for; background work counts all. */
type ContactReader = Pick<Reader, "ownerId" | "sight">;

export interface StoredContact {
  phoneKey: string;
  number: string | null;
  jid: string;
  name: string | null;
  username: string | null;
  pictureUrl: string | null;
  createdAt: Date | null;
  updatedAt: Date | null;
}

function buildContactFilter(reader: ContactReader, terms: SearchTerm[]): Sql {
  const matching = terms.length > 0 ? sql` AND ${buildContainsCondition(terms)}` : empty;
  return sql`owner_id = ${reader.ownerId}${matching}${seenNumber(reader, sql`whatsapp_contacts.phone_key`)}`;
}

/** Sorted by name, those without one last. Each contact contains all of `terms`. */
export function findContacts(
  reader: Reader,
  { terms, limit, offset }: { terms: SearchTerm[]; limit: number; offset: number },
): Promise<ContactRow[]> {
  return rows(
    sql`${select(reader)} WHERE c.owner_id = ${reader.ownerId} AND c.id = ANY (ARRAY(
          SELECT id FROM whatsapp_contacts WHERE ${buildContactFilter(reader, terms)}
          ORDER BY name_key, id LIMIT ${limit} OFFSET ${offset}))
        ORDER BY c.name_key, c.id`,
  );
}

export async function countContacts(reader: ContactReader, terms: SearchTerm[]): Promise<number> {
  const row = await firstRow<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM whatsapp_contacts WHERE ${buildContactFilter(reader, terms)}`,
  );
  return row?.total ?? 0;
}

export function findContact(reader: Reader, phoneKey: string): Promise<ContactRow | null> {
  return firstRow(
    sql`${select(reader)} WHERE c.owner_id = ${reader.ownerId} AND c.phone_key = ${phoneKey}${seenNumber(reader, sql`c.phone_key`)}`,
  );
}

/**
 * Keys must be distinct. Inserts in key order, so that concurrent syncs do not deadlock. A null value does not change
 * the stored one.
 */
export async function upsertContacts(ownerId: OwnerId, contacts: StoredContact[]): Promise<void> {
  const column = <Name extends keyof StoredContact>(name: Name) =>
    contacts.map((each) => each[name]);
  await execute(
    sql`INSERT INTO whatsapp_contacts AS c (owner_id, phone_key, number, jid, name, username, picture_url, created_at, updated_at)
        SELECT ${ownerId}, phone_key, number, jid, name, username, picture_url,
               coalesce(created_at, now()), coalesce(updated_at, created_at, now())
        FROM unnest(${column("phoneKey")}::text[], ${column("number")}::text[], ${column("jid")}::text[],
                    ${column("name")}::text[], ${column("username")}::text[], ${column("pictureUrl")}::text[],
                    ${column("createdAt")}::timestamptz[], ${column("updatedAt")}::timestamptz[])
          AS n (phone_key, number, jid, name, username, picture_url, created_at, updated_at)
        ORDER BY phone_key
        ON CONFLICT (owner_id, phone_key) DO UPDATE SET
          number = excluded.number, jid = excluded.jid,
          name = coalesce(excluded.name, c.name), username = coalesce(excluded.username, c.username), picture_url = coalesce(excluded.picture_url, c.picture_url),
          created_at = least(c.created_at, excluded.created_at),
          updated_at = CASE WHEN (coalesce(excluded.name, c.name), coalesce(excluded.picture_url, c.picture_url))
                                 IS DISTINCT FROM (c.name, c.picture_url)
                            THEN greatest(c.updated_at, excluded.updated_at) ELSE c.updated_at END,
          seen_at = now()`,
  );
}

/** Moves the contact of one key to another, merging it with an existing one. */
export async function moveContact(
  ownerId: OwnerId,
  fromKey: string,
  to: { phoneKey: string; number: string | null; jid: string },
): Promise<void> {
  await execute(
    sql`WITH moved AS (
          DELETE FROM whatsapp_contacts WHERE owner_id = ${ownerId} AND phone_key = ${fromKey} AND phone_key <> ${to.phoneKey}
          RETURNING name, username, picture_url, created_at)
        INSERT INTO whatsapp_contacts AS c (owner_id, phone_key, number, jid, name, username, picture_url, created_at)
        SELECT ${ownerId}, ${to.phoneKey}, ${to.number}, ${to.jid}, name, username, picture_url, created_at FROM moved
        ON CONFLICT (owner_id, phone_key) DO UPDATE SET
          name = coalesce(c.name, excluded.name), username = coalesce(c.username, excluded.username),
          picture_url = coalesce(c.picture_url, excluded.picture_url), updated_at = now()`,
  );
}

/** The database's clock, by which `seen_at` is set. */
export async function readDatabaseTime(): Promise<Date> {
  const row = await firstRow<{ now: Date }>(sql`SELECT now()`);
  if (!row) throw new Error("SELECT now() returned no row");
  return row.now;
}

/** Deletes the contacts not seen by a complete sync that began at `since`. */
export async function deleteUnseenContacts(ownerId: OwnerId, since: Date): Promise<void> {
  await prisma.whatsappContact.deleteMany({
    where: { owner_id: ownerId, seen_at: { lt: since } },
  });
}
