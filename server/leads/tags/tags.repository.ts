import type { Tag } from "@/lib/contracts/leads/tags";
import type { StageColour } from "@/lib/domain/leads/stages";
import { MOST_TAGS } from "@/lib/domain/leads/tags";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, Reader } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { seen } from "@/server/platform/db/seen";
import { empty, execute, firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

export interface TagOfLead {
  tag_id: number;
  lead_id: number;
}

const MOST_COUNTED = 10_000;

/** The owner's tags by name; the leads of each are counted only up to a limit. */
export function findTags(reader: Reader): Promise<Tag[]> {
  const among = reader.sight
    ? sql`JOIN leads l ON l.owner_id = m.owner_id AND l.id = m.lead_id${seen(reader, "l")}`
    : empty;
  return rows(
    sql`SELECT t.id, t.name, t.colour, (
          SELECT count(*) FROM (SELECT 1 FROM lead_tags m ${among} WHERE m.tag_id = t.id LIMIT ${MOST_COUNTED}) AS counted)::int AS leads
        FROM tags t WHERE t.owner_id = ${reader.ownerId} ORDER BY lower(t.name), t.id`,
  );
}

/** Returns null when there are too many, 'taken' when another tag has the name. Call inside a transaction. */
export async function insertTag(
  ownerId: OwnerId,
  { name, colour }: { name: string; colour: StageColour },
): Promise<{ id: number } | null | "taken"> {
  await lockOwner(ownerId);
  return unlessTaken(
    firstRow<{ id: number }>(
      sql`INSERT INTO tags (owner_id, name, colour) SELECT ${ownerId}, ${name}, ${colour}
          WHERE (SELECT count(*) FROM tags WHERE owner_id = ${ownerId}) < ${MOST_TAGS} RETURNING id`,
    ),
  );
}

/**
 * The tags with these names, ignoring case; missing ones are created, as long as there are not too many. Call inside a
 * transaction.
 */
export async function findOrInsertTags(
  ownerId: OwnerId,
  names: readonly string[],
): Promise<{ id: number; key: string }[]> {
  await lockOwner(ownerId);
  await execute(
    sql`INSERT INTO tags (owner_id, name, colour)
        SELECT ${ownerId}::int, name, 'stone' FROM (
          SELECT g.name, row_number() OVER () AS place FROM unnest(${names}::text[]) AS g(name)
          WHERE NOT EXISTS (SELECT 1 FROM tags t WHERE t.owner_id = ${ownerId} AND lower(t.name) = lower(g.name))
        ) AS new
        WHERE place <= ${MOST_TAGS} - (SELECT count(*) FROM tags WHERE owner_id = ${ownerId})
        ON CONFLICT (owner_id, lower(name)) DO NOTHING`,
  );
  return rows(
    sql`SELECT DISTINCT t.id, g.name AS key FROM tags t JOIN unnest(${names}::text[]) AS g(name) ON lower(g.name) = lower(t.name)
        WHERE t.owner_id = ${ownerId}`,
  );
}

/** Returns false when it is not the owner's, 'taken' when another tag has the name. */
export async function updateTag(
  ownerId: OwnerId,
  id: number,
  { name, colour }: { name: string; colour: StageColour },
): Promise<boolean | "taken"> {
  const updated = await unlessTaken(
    prisma.tag.updateMany({ where: { owner_id: ownerId, id }, data: { name, colour } }),
  );
  return updated === "taken" ? updated : updated.count === 1;
}

/** Returns false when it is not the owner's. */
export async function deleteTag(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.tag.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}

/**
 * Adds tags to leads that the current transaction has locked. Tags that are not the owner's are skipped. Returns where
 * each was added.
 */
export async function addToLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
  tagIds: readonly number[],
): Promise<TagOfLead[]> {
  return rows(
    sql`INSERT INTO lead_tags (owner_id, tag_id, lead_id)
        SELECT ${ownerId}::int, t.id, lead_id FROM tags t CROSS JOIN unnest(${leadIds}::int[]) AS lead_id
        WHERE t.owner_id = ${ownerId} AND t.id = ANY(${tagIds}::int[]) ORDER BY t.id, lead_id
        ON CONFLICT DO NOTHING RETURNING tag_id, lead_id`,
  );
}

/** Removes tags from leads. Returns where each was. */
export function takeOffLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
  tagIds: readonly number[],
): Promise<TagOfLead[]> {
  return rows(
    sql`DELETE FROM lead_tags
        WHERE owner_id = ${ownerId} AND tag_id = ANY(${tagIds}::int[]) AND lead_id = ANY(${leadIds}::int[])
        RETURNING tag_id, lead_id`,
  );
}

/** Restores each lead's tags, those that still exist. */
export async function restoreTags(
  ownerId: OwnerId,
  leads: readonly { lead_id: number; tag_ids: number[] }[],
): Promise<void> {
  await execute(
    sql`INSERT INTO lead_tags (owner_id, tag_id, lead_id)
        SELECT ${ownerId}::int, t.id, r.lead_id
        FROM jsonb_to_recordset(${toStorableJson(leads)}::jsonb) AS r (lead_id int, tag_ids jsonb)
        JOIN tags t ON t.owner_id = ${ownerId} AND r.tag_ids @> to_jsonb(t.id)
        ON CONFLICT DO NOTHING`,
  );
}

/** The tags of one lead. */
export async function findTagIds(ownerId: OwnerId, leadId: number): Promise<number[]> {
  const found = await prisma.leadTag.findMany({
    where: { owner_id: ownerId, lead_id: leadId },
    select: { tag_id: true },
    orderBy: { tag_id: "asc" },
  });
  return found.map(({ tag_id }) => tag_id);
}

/** The names of a lead's tags, in order, up to a limit. */
export async function findTagNames(
  ownerId: OwnerId,
  leadId: number,
  most: number,
): Promise<string[]> {
  const found = await rows<{ name: string }>(
    sql`SELECT t.name FROM lead_tags m JOIN tags t ON t.id = m.tag_id
        WHERE m.owner_id = ${ownerId} AND m.lead_id = ${leadId} ORDER BY lower(t.name), t.id LIMIT ${most}`,
  );
  return found.map(({ name }) => name);
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | "taken"> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}
