import type { UserId } from "@/server/auth/actor";
import { insertEvent } from "./events.repository";

export type EventType =
  | "lead_created"
  | "search_completed"
  | "campaign_started"
  | "campaign_completed"
  | "message_sent"
  | "message_failed"
  | "message_received";

/** Writes a fact to the owner's history, in the running transaction if there is one. */
export function recordEvent(
  ownerId: UserId,
  eventType: EventType,
  { metadata, creditsUsed = 0 }: { metadata: object; creditsUsed?: number },
): Promise<void> {
  return insertEvent(ownerId, { eventType, metadata, creditsUsed });
}
