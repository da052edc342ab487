import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { firstRow, prepared, sql } from "@/server/platform/db/sql";

/** The leads of the owner, those of the current transaction among them: triggers keep the counts. */
export async function countLeads(ownerId: OwnerId): Promise<{ plan: Plan; leads: number }> {
  const row = await firstRow<{ plan: Plan; leads: number }>(
    prepared(
      "count leads",
      sql`SELECT plan, (SELECT coalesce(sum(n), 0)::int FROM (
                   SELECT count AS n FROM lead_counts WHERE owner_id = ${ownerId}::int
                   UNION ALL SELECT change FROM lead_count_changes WHERE owner_id = ${ownerId}::int) AS counted) AS leads
          FROM accounts WHERE id = ${ownerId}::int`,
    ),
  );
  return row ?? { plan: "free", leads: 0 };
}

/** Like countLeads, under a lock: other transactions that count the owner's leads this way wait until this one ends. */
export async function lockAndCountLeads(ownerId: OwnerId): Promise<{ plan: Plan; leads: number }> {
  await lockOwner(ownerId);
  return countLeads(ownerId);
}
