import type { Plan } from "@/lib/domain/plans/plan";
import { firstRow, sql } from "./sql";

/**
 * Locks an account until the transaction ends, for limits on how many rows it may have: of two that count before they
 * insert, the second waits and counts the first's row. Rows that refer to the account are not held up. Returns its plan.
 */
export async function lockOwner(ownerId: number): Promise<Plan> {
  const row = await firstRow<{ plan: Plan }>(
    sql`SELECT plan FROM users WHERE id = ${ownerId} FOR NO KEY UPDATE`,
  );
  return row?.plan ?? "free";
}
