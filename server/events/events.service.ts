import type { UserId } from "@/server/actor";
import { insertEvents, type NewEvent } from "./events.repository";

export type EventType =
  | "lead_created"
  | "search_completed"
  | "campaign_started"
  | "campaign_completed"
  | "message_sent"
  | "message_failed"
  | "message_received";

/** Adds an event to the owner's history; joins the running transaction if there is one. */
export function recordEvent(ownerId: UserId, eventType: EventType, event: NewEvent): Promise<void> {
  return insertEvents(ownerId, eventType, [event]);
}

/** Adds several events of one type. */
export function recordEvents(
  ownerId: UserId,
  eventType: EventType,
  events: readonly NewEvent[],
): Promise<void> {
  return insertEvents(ownerId, eventType, events);
}
