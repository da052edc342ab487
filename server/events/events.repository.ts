import type { UserId } from "@/server/auth/actor";
import { execute, sql } from "@/server/db/sql";

export async function insertEvent(
  ownerId: UserId,
  event: { eventType: string; metadata: object; creditsUsed: number },
): Promise<void> {
  await execute(
    sql`INSERT INTO events (owner_id, event_type, metadata, credits_used)
        VALUES (${ownerId}, ${event.eventType}, ${JSON.stringify(event.metadata)}::jsonb, ${event.creditsUsed})`,
  );
}
