import type { EventType } from "@/lib/domain/events/event-types";
import type { OwnerId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";

/** An event, of now unless `at` says otherwise. */
export async function buildEvent(
  ownerId: OwnerId,
  event: {
    type?: EventType;
    at?: Date;
    quantity?: number;
    credits?: number;
    metadata?: object;
  } = {},
): Promise<void> {
  const {
    type = "lead_created",
    at = new Date(),
    quantity = 1,
    credits = 0,
    metadata = {},
  } = event;
  await execute(
    sql`INSERT INTO events (owner_id, event_type, occurred_at, quantity, credits_used, metadata)
        VALUES (${ownerId}, ${type}, ${at}, ${quantity}, ${credits}, ${JSON.stringify(metadata)}::jsonb)`,
  );
}
