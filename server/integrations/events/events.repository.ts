import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { execute, prepared, sql } from "@/server/platform/db/sql";

export interface NewEvent {
  /** The subject of the event: ids, names, how it ended. */
  metadata: object;
  creditsUsed?: number;
  /** How many things it is about; one by default. */
  quantity?: number;
}

export async function insertEvents(
  eventType: string,
  events: readonly (NewEvent & { ownerId: OwnerId })[],
): Promise<void> {
  await execute(
    prepared(
      "insert events",
      sql`INSERT INTO events (owner_id, event_type, metadata, credits_used, quantity)
        SELECT "ownerId", ${eventType}::text, metadata, coalesce("creditsUsed", 0), coalesce(quantity, 1)
        FROM json_to_recordset(${toStorableJson(events)}::json)
          AS e("ownerId" int, metadata jsonb, "creditsUsed" int, quantity int)`,
    ),
  );
}
