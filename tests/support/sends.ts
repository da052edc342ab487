import { execute, sql } from "@/server/platform/db/sql";

/** As if everything that the owner has on its way had been handed to the provider so long ago. */
export async function ageSends(ownerId: number, age = "1 minute"): Promise<void> {
  const then = sql`now() - ${age}::interval`;
  await execute(
    sql`UPDATE sends SET opened_at = ${then}, asked_at = ${then} WHERE owner_id = ${ownerId}`,
  );
  await execute(
    sql`UPDATE campaign_recipients SET claimed_at = ${then} WHERE owner_id = ${ownerId} AND state = 'sending'`,
  );
  await execute(
    sql`UPDATE messages SET sending_since = ${then} WHERE owner_id = ${ownerId} AND sending_since IS NOT NULL`,
  );
}
