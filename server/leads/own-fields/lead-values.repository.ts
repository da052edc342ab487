import type { OwnFieldKind, StoredOwnValue } from "@/lib/domain/leads/own-fields";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** A value of a lead with the key and the kind of its field; yes and no are 1 and 0. */
export interface KeyedValue {
  lead_id: number;
  key: string;
  kind: OwnFieldKind;
  value: string | number;
}

/** The values of leads, those of one field in their order. */
export function findValues(ownerId: OwnerId, leadIds: readonly number[]): Promise<KeyedValue[]> {
  return rows(
    sql`SELECT v.lead_id, f.key, f.kind, coalesce(to_json(v.text), to_json(v.number), to_json(v.day)) AS value
        FROM lead_values v JOIN own_fields f ON f.id = v.field_id AND f.deleted_at IS NULL
        WHERE v.owner_id = ${ownerId} AND v.lead_id = ANY(${leadIds}::int[])
        ORDER BY v.lead_id, v.field_id, v.place`,
  );
}

export interface ValueOfLead extends StoredOwnValue {
  lead_id: number;
  field_id: number;
  place: number;
}

/** Deletes values of leads. Lock the leads first. */
export async function clearValues(
  ownerId: OwnerId,
  leadIds: readonly number[],
  fieldIds: readonly number[],
): Promise<void> {
  await prisma.leadValue.deleteMany({
    where: { owner_id: ownerId, lead_id: { in: [...leadIds] }, field_id: { in: [...fieldIds] } },
  });
}

/** The values of single fields of leads. */
export function findStored(
  ownerId: OwnerId,
  pairs: readonly { lead_id: number; field_id: number }[],
): Promise<ValueOfLead[]> {
  return rows(
    sql`SELECT v.lead_id, v.field_id, v.place, v.text, v.number, to_char(v.day, 'YYYY-MM-DD') AS day
        FROM lead_values v
        JOIN unnest(${pairs.map(({ lead_id }) => lead_id)}::int[], ${pairs.map(({ field_id }) => field_id)}::int[])
          AS p(lead_id, field_id) ON v.lead_id = p.lead_id AND v.field_id = p.field_id
        WHERE v.owner_id = ${ownerId}`,
  );
}

/** Deletes the values of single fields of leads and returns them. Lock the leads first. */
export function takeValues(
  ownerId: OwnerId,
  pairs: readonly { lead_id: number; field_id: number }[],
): Promise<ValueOfLead[]> {
  return rows(
    sql`DELETE FROM lead_values v
        USING unnest(${pairs.map(({ lead_id }) => lead_id)}::int[], ${pairs.map(({ field_id }) => field_id)}::int[])
          AS p(lead_id, field_id)
        WHERE v.owner_id = ${ownerId} AND v.lead_id = p.lead_id AND v.field_id = p.field_id
        RETURNING v.lead_id, v.field_id, v.place, v.text, v.number, to_char(v.day, 'YYYY-MM-DD') AS day`,
  );
}

/** Adds values, also of restored leads; those whose field no longer exists are skipped. */
export async function insertValues(ownerId: OwnerId, values: readonly object[]): Promise<void> {
  await execute(
    sql`INSERT INTO lead_values (owner_id, field_id, lead_id, place, text, number, day)
        SELECT ${ownerId}::int, f.id, r.lead_id, r.place, r.text, r.number, r.day
        FROM jsonb_to_recordset(${toStorableJson(values)}::jsonb)
          AS r (lead_id int, field_id int, place smallint, text text, number float8, day date)
        JOIN own_fields f ON f.owner_id = ${ownerId} AND f.id = r.field_id
        ON CONFLICT DO NOTHING`,
  );
}

/** How many leads have one of these choices. */
export async function countChosen(
  ownerId: OwnerId,
  fieldId: number,
  choices: readonly string[],
): Promise<number> {
  const row = await firstRow<{ leads: number }>(
    sql`SELECT count(DISTINCT lead_id)::int AS leads FROM lead_values
        WHERE owner_id = ${ownerId} AND field_id = ${fieldId} AND text = ANY(${choices}::text[])`,
  );
  return row?.leads ?? 0;
}

export async function deleteChosen(
  ownerId: OwnerId,
  fieldId: number,
  choices: readonly string[],
): Promise<void> {
  await prisma.leadValue.deleteMany({
    where: { owner_id: ownerId, field_id: fieldId, text: { in: [...choices] } },
  });
}

/** Values as they are stored, with the keys and names of their fields. */
export type StoredValue = ValueOfLead & { key: string; name: string };

export function findStoredValues(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<StoredValue[]> {
  return rows(
    sql`SELECT v.lead_id, v.field_id, v.place, v.text, v.number, to_char(v.day, 'YYYY-MM-DD') AS day, f.key, f.name
        FROM lead_values v JOIN own_fields f ON f.id = v.field_id AND f.deleted_at IS NULL
        WHERE v.owner_id = ${ownerId} AND v.lead_id = ANY(${leadIds}::int[]) ORDER BY v.lead_id, v.field_id, v.place`,
  );
}
