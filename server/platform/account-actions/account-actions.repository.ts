import type { AccountAction, ActionDetails } from "@/lib/domain/accounts/account-actions";
import { prisma } from "@/server/platform/db/prisma";

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
