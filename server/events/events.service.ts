import type { EventType } from "@/lib/domain/events/event-types";
import type { UserId } from "@/server/actor";
import { insertEvents, type NewEvent } from "./events.repository";

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
