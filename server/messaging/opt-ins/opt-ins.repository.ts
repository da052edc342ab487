import type { UserId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";

/** Records who allowed offers; what is known already stays as it was recorded first. */
export async function insertOptIns(
  ownerId: UserId,
  phoneKeys: readonly string[],
  { source, note }: { source: string; note: string | null },
): Promise<void> {
  await execute(
    sql`INSERT INTO opt_ins (owner_id, phone_key, source, note)
        SELECT ${ownerId}, key, ${source}, ${note} FROM unnest(${[...phoneKeys].sort()}::text[]) AS key
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}
