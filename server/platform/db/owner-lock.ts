import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { execute, firstRow, sql } from "./sql";

/**
 * Locks an account until the transaction ends, for limits on how many rows it may have: of two transactions that count
 * before they insert, the second waits and counts the first's row. Inserting rows that refer to the account does not
 * wait. Returns its plan.
 */
export async function lockOwner(ownerId: OwnerId): Promise<Plan> {
  const row = await firstRow<{ plan: Plan }>(
    sql`SELECT plan FROM accounts WHERE id = ${ownerId} FOR NO KEY UPDATE`,
  );
  return row?.plan ?? "free";
}

/** The same for what is a person's own. Where both are locked the account comes first. */
export async function lockPerson(personId: PersonId): Promise<void> {
  await execute(sql`SELECT FROM users WHERE id = ${personId} FOR NO KEY UPDATE`);
}
