import {
  MOST_OWN_FIELDS,
  OWN_FIELD_KEPT_DAYS,
  type OwnFieldKind,
} from "@/lib/domain/leads/own-fields";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

export interface OwnFieldRow {
  id: number;
  key: string;
  name: string;
  kind: OwnFieldKind;
  choices: string[];
}

const SELECTED = { id: true, key: true, name: true, kind: true, choices: true } as const;
const MOST_COUNTED = 10_000;

/** The owner's fields in their order. */
export async function findFields(ownerId: OwnerId): Promise<OwnFieldRow[]> {
  const found = await prisma.ownField.findMany({
    where: { owner_id: ownerId, deleted_at: null },
    select: SELECTED,
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  return found as OwnFieldRow[];
}

/** Like findFields, and keeps other transactions from adding or changing the owner's fields until this one ends. */
export async function lockFields(ownerId: OwnerId): Promise<OwnFieldRow[]> {
  await lockOwner(ownerId);
  return findFields(ownerId);
}

/**
 * The fields in their order, then deleted ones that can be restored, the latest first, up to the limit of an account.
 * Includes how many leads have a value, counted up to a limit.
 */
export function countFields(
  ownerId: OwnerId,
): Promise<(OwnFieldRow & { leads: number; deleted_at: Date | null })[]> {
  return rows(
    sql`SELECT f.id, f.key, f.name, f.kind, f.choices, f.deleted_at, (
          SELECT count(DISTINCT c.lead_id) FROM (
            SELECT v.lead_id FROM lead_values v
            WHERE v.field_id = f.id AND (v.text_key IS NOT NULL OR v.number IS NOT NULL OR v.day IS NOT NULL)
            LIMIT ${MOST_COUNTED}) AS c)::int AS leads
        FROM own_fields f
        WHERE f.owner_id = ${ownerId}
          AND (f.deleted_at IS NULL OR f.deleted_at > now() - make_interval(days => ${OWN_FIELD_KEPT_DAYS}))
        ORDER BY f.deleted_at DESC NULLS FIRST, f.position, f.id LIMIT ${2 * MOST_OWN_FIELDS}`,
  );
}

/** How many values a field has. It counts all of them, which is acceptable once, when the field is deleted. */
export async function countValues(ownerId: OwnerId, fieldId: number): Promise<number> {
  const row = await firstRow<{ leads: number }>(
    sql`SELECT count(DISTINCT lead_id)::int AS leads FROM lead_values WHERE owner_id = ${ownerId} AND field_id = ${fieldId}`,
  );
  return row?.leads ?? 0;
}

/**
 * Puts the field last. Returns null when there are too many, 'taken' when another has the name. Lock the owner first.
 */
export function insertField(
  ownerId: OwnerId,
  { key, name, kind, choices }: Omit<OwnFieldRow, "id">,
): Promise<{ id: number } | null | "taken"> {
  return unlessTaken(
    firstRow<{ id: number }>(
      sql`INSERT INTO own_fields (owner_id, key, name, kind, choices, position)
          SELECT ${ownerId}, ${key}, ${name}, ${kind}, ${choices}::text[],
                 (SELECT coalesce(max(position), 0) + 1 FROM own_fields p WHERE p.owner_id = ${ownerId})
          WHERE (SELECT count(*) FROM own_fields WHERE owner_id = ${ownerId} AND deleted_at IS NULL) < ${MOST_OWN_FIELDS}
          RETURNING id`,
    ),
  );
}

export async function updateField(
  ownerId: OwnerId,
  id: number,
  { name, choices }: { name: string; choices: string[] },
): Promise<boolean | "taken"> {
  const updated = await unlessTaken(
    prisma.ownField.updateMany({
      where: { owner_id: ownerId, id, deleted_at: null },
      data: { name, choices },
    }),
  );
  return updated === "taken" ? updated : updated.count === 1;
}

/** Puts the fields in this order; ids that are not the owner's are skipped. */
export async function reorderFields(ownerId: OwnerId, ids: readonly number[]): Promise<void> {
  await execute(
    sql`UPDATE own_fields f SET position = o.place
        FROM unnest(${ids}::int[]) WITH ORDINALITY AS o(id, place)
        WHERE f.owner_id = ${ownerId} AND f.id = o.id AND f.deleted_at IS NULL`,
  );
}

/** Returns false when there is none. */
export async function markDeleted(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.ownField.updateMany({
    where: { owner_id: ownerId, id, deleted_at: null },
    data: { deleted_at: new Date() },
  });
  return count === 1;
}

/** Returns null when it cannot be restored, or there are too many; 'taken' when another has its name or key. */
export function restoreField(
  ownerId: OwnerId,
  id: number,
): Promise<{ id: number } | null | "taken"> {
  return unlessTaken(
    firstRow<{ id: number }>(
      sql`UPDATE own_fields SET deleted_at = NULL
          WHERE owner_id = ${ownerId} AND id = ${id}
            AND deleted_at > now() - make_interval(days => ${OWN_FIELD_KEPT_DAYS})
            AND (SELECT count(*) FROM own_fields o WHERE o.owner_id = ${ownerId} AND o.deleted_at IS NULL) < ${MOST_OWN_FIELDS}
          RETURNING id`,
    ),
  );
}

const PURGED_VALUES = 20_000;

/**
 * Deletes some values of a field that can no longer be restored, or the field once it has none. Returns how many; null
 * when there is no such field.
 */
export async function purgeOnce(): Promise<number | null> {
  const field = await firstRow<{ id: number }>(
    sql`SELECT id FROM own_fields WHERE deleted_at < now() - make_interval(days => ${OWN_FIELD_KEPT_DAYS}) ORDER BY deleted_at LIMIT 1`,
  );
  if (!field) return null;
  const deleted = await execute(
    sql`DELETE FROM lead_values WHERE ctid = ANY(ARRAY(SELECT ctid FROM lead_values WHERE field_id = ${field.id} LIMIT ${PURGED_VALUES}))`,
  );
  if (deleted === PURGED_VALUES) return deleted;
  await prisma.ownField.deleteMany({ where: { id: field.id } });
  return deleted + 1;
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | "taken"> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}
