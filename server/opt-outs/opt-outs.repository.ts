import type { UserId } from "@/server/actor";
import { execute, sql } from "@/server/db/sql";

/** Once per number: adding it again changes nothing. */
export async function insertOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key) VALUES (${ownerId}, ${phoneKey}) ON CONFLICT DO NOTHING`,
  );
}
