import { MOST_LOSS_REASONS } from "@/lib/domain/leads/stages";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, isUniqueViolation, rows, sql } from "@/server/platform/db/sql";

export interface LossReasonRow {
  id: number;
  name: string;
}

export function findLossReasons(ownerId: OwnerId): Promise<LossReasonRow[]> {
  return rows(
    sql`SELECT id, name FROM loss_reasons WHERE owner_id = ${ownerId} ORDER BY lower(name), id`,
  );
}

export async function hasLossReason(ownerId: OwnerId, id: number): Promise<boolean> {
  const found = await prisma.lossReason.findFirst({
    where: { owner_id: ownerId, id },
    select: { id: true },
  });
  return found !== null;
}

/** Returns null when there are too many, 'taken' when one has this name. Call inside a transaction. */
export async function insertLossReason(
  ownerId: OwnerId,
  name: string,
): Promise<LossReasonRow | null | "taken"> {
  await lockOwner(ownerId);
  try {
    return await firstRow<LossReasonRow>(
      sql`INSERT INTO loss_reasons (owner_id, name) SELECT ${ownerId}, ${name}
          WHERE (SELECT count(*) FROM loss_reasons WHERE owner_id = ${ownerId}) < ${MOST_LOSS_REASONS}
          RETURNING id, name`,
    );
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}

/** Leads that were lost for this reason then have none. Returns false when it is not the owner's. */
export async function deleteLossReason(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.lossReason.deleteMany({ where: { owner_id: ownerId, id } });
  return count === 1;
}
