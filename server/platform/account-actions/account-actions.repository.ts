import type { AccountAction, ActionDetails } from "@/lib/domain/accounts/account-actions";
import { toStorableJson } from "@/lib/stored-json";
import type { Doer, OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, rows, sql } from "@/server/platform/db/sql";

export interface ActionRow {
  id: number;
  action: AccountAction;
  details: ActionDetails;
  /** Whose doing it was, by name; null for what no person did, and for entries of before. */
  person: string | null;
  occurred_at: Date;
}

export async function insertAction(
  { ownerId, personId }: Doer,
  action: AccountAction,
  details: ActionDetails,
): Promise<void> {
  await prisma.accountAction.create({
    data: { owner_id: ownerId, person_id: personId, action, details },
    select: { id: true },
  });
}

export async function insertOwnAction(
  personId: PersonId,
  action: AccountAction,
  details: ActionDetails,
): Promise<void> {
  await execute(
    sql`INSERT INTO account_actions (owner_id, person_id, action, details)
        SELECT account_id, id, ${action}::text, ${toStorableJson(details)}::jsonb FROM users WHERE id = ${personId}`,
  );
}

/** Newest first; after an id, those before it. */
export function findActions(
  ownerId: OwnerId,
  page: { limit: number; offset?: number; before?: number },
): Promise<ActionRow[]> {
  const older = page.before === undefined ? empty : sql`AND x.id < ${page.before}`;
  return rows(
    sql`SELECT x.id, x.action, x.details, u.name AS person, x.occurred_at
        FROM account_actions x LEFT JOIN users u ON u.id = x.person_id AND u.account_id = x.owner_id
        WHERE x.owner_id = ${ownerId} ${older}
        ORDER BY x.id DESC LIMIT ${page.limit} OFFSET ${page.offset ?? 0}`,
  );
}

/** Stops counting at `most`. */
export function countActions(ownerId: OwnerId, most: number): Promise<number> {
  return prisma.accountAction.count({ where: { owner_id: ownerId }, take: most });
}
