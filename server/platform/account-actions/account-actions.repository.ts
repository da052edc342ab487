import type { AccountAction, ActionDetails } from "@/lib/domain/accounts/account-actions";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

export interface ActionRow {
  id: number;
  action: AccountAction;
  details: ActionDetails;
  occurred_at: Date;
}

export async function insertAction(
  ownerId: OwnerId,
  action: AccountAction,
  details: ActionDetails,
): Promise<void> {
  await prisma.accountAction.create({
    data: { owner_id: ownerId, action, details },
    select: { id: true },
  });
}

export async function insertOwnAction(
  personId: PersonId,
  action: AccountAction,
  details: ActionDetails,
): Promise<void> {
  await execute(
    sql`INSERT INTO account_actions (owner_id, action, details)
        SELECT account_id, ${action}::text, ${toStorableJson(details)}::jsonb FROM users WHERE id = ${personId}`,
  );
}

/** Newest first; after an id, those before it. */
export async function findActions(
  ownerId: OwnerId,
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
export function countActions(ownerId: OwnerId, most: number): Promise<number> {
  return prisma.accountAction.count({ where: { owner_id: ownerId }, take: most });
}
