import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

export interface LeadViewRow {
  id: number;
  name: string;
  settings: unknown;
}

interface NewLeadView {
  name: string;
  settings: object;
}

export function findLeadViews(ownerId: OwnerId): Promise<LeadViewRow[]> {
  return rows(
    sql`SELECT id, name, settings FROM lead_views WHERE owner_id = ${ownerId} ORDER BY lower(name), id`,
  );
}

/**
 * Returns null when the owner has `most` already, and 'taken' when one of them has the name. Call inside a transaction.
 */
export async function insertLeadView(
  ownerId: OwnerId,
  { name, settings }: NewLeadView,
  most: number,
): Promise<LeadViewRow | null | "taken"> {
  await lockOwner(ownerId);
  return unlessTaken(
    firstRow<LeadViewRow>(
      sql`INSERT INTO lead_views (owner_id, name, settings)
          SELECT ${ownerId}, ${name}, ${toStorableJson(settings)}::jsonb
          WHERE (SELECT count(*) FROM lead_views WHERE owner_id = ${ownerId}) < ${most}
          RETURNING id, name, settings`,
    ),
  );
}

/** Returns null when it is not the owner's, and 'taken' when another one has the name. */
export function updateLeadView(
  ownerId: OwnerId,
  id: number,
  { name, settings }: NewLeadView,
): Promise<LeadViewRow | null | "taken"> {
  return unlessTaken(
    firstRow<LeadViewRow>(
      sql`UPDATE lead_views SET name = ${name}, settings = ${toStorableJson(settings)}::jsonb
          WHERE owner_id = ${ownerId} AND id = ${id} RETURNING id, name, settings`,
    ),
  );
}

/** Returns false when it is not the owner's. */
export async function deleteLeadView(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.leadView.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}

async function unlessTaken<T>(write: PromiseLike<T>): Promise<T | "taken"> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}
