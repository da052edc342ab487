import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";
import { rows, sql } from "@/server/db/sql";
import { type LeadFilter, matching } from "./lead-filter.repository";

/** Leads named by id, or all that a filter finds. */
export type LeadSelection = { ids: number[] } | { filter: LeadFilter };

export interface Batch {
  /** Ids above this one. */
  after: number;
  /** Leads that came after the bulk began are not meant. */
  upTo: number;
  limit: number;
}

/** The highest id the owner has; 0 without leads. */
export async function findLastId(ownerId: UserId): Promise<number> {
  const lead = await prisma.lead.findFirst({
    where: { owner_id: ownerId },
    select: { id: true },
    orderBy: { id: "desc" },
  });
  return lead?.id ?? 0;
}

/**
 * The next leads of a selection by id, locked in that order for the running transaction, so that two bulk changes never
 * wait for each other in a ring.
 */
export async function lockBatch(
  ownerId: UserId,
  selection: LeadSelection,
  { after, upTo, limit }: Batch,
): Promise<number[]> {
  const chosen =
    "ids" in selection
      ? sql`owner_id = ${ownerId} AND id = ANY(${selection.ids}::int[])`
      : matching(ownerId, selection.filter);
  const locked = await rows<{ id: number }>(
    sql`SELECT id FROM leads WHERE ${chosen} AND id > ${after} AND id <= ${upTo}
        ORDER BY id LIMIT ${limit} FOR UPDATE`,
  );
  return locked.map(({ id }) => id);
}
