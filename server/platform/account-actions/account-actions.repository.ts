import type { AccountAction, ActionDetails } from "@/lib/domain/accounts/account-actions";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

export interface ActionRow {
  id: number;
  action: AccountAction;
  details: ActionDetails;
  occurred_at: Date;
}

export async function insertAction(
  ownerId: number,
  action: AccountAction,
  details: ActionDetails,
): Promise<void> {
  await prisma.accountAction.create({
    data: { owner_id: ownerId, action, details },
    select: { id: true },
  });
}

/** Newest first; after an id, those before it. */
export async function findActions(
  ownerId: number,
  page: { limit: number; offset?: number; before?: number },
): Promise<ActionRow[]> {
  const found = await prisma.accountAction.findMany({
    where: { owner_id: ownerId, ...(page.before !== undefined && { id: { lt: page.before } }) },
    select: { id: true, action: true, details: true, occurred_at: true },
    orderBy: { id: "desc" },
    take: page.limit,
    skip: page.offset ?? 0,
  });
  return found as ActionRow[];
}

/** Stops counting at `most`. */
export function countActions(ownerId: number, most: number): Promise<number> {
  return prisma.accountAction.count({ where: { owner_id: ownerId }, take: most });
}

/** Deletes the oldest first, at most `limit`; returns how many. */
export function deleteOldActions(days: number, limit: number): Promise<number> {
  return execute(
    sql`DELETE FROM account_actions WHERE id IN (
          SELECT id FROM account_actions WHERE occurred_at < now() - make_interval(days => ${days})
          ORDER BY occurred_at LIMIT ${limit})`,
  );
}
