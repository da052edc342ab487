import type { Plan } from "@/lib/domain/plans/plan";
import { firstRow, sql } from "./sql";

/**
 * Locks an account until the transaction ends, for limits on how many rows it may have: of two transactions that count
 * before they insert, the second waits and counts the first's row. Inserting rows that refer to the account does not
 * wait. Returns its plan.
 */
export async function lockOwner(ownerId: number): Promise<Plan> {
  const row = await firstRow<{ plan: Plan }>(
    sql`SELECT plan FROM users WHERE id = ${ownerId} FOR NO KEY UPDATE`,
  );
  return row?.plan ?? "free";
}
