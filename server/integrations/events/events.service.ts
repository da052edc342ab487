import type { EventType } from "@/lib/domain/events/event-types";
import type { WebhookEvent } from "@/lib/domain/webhooks/webhook-events";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import type { OwnerId } from "@/server/platform/actor";
import { insertEvents, type NewEvent } from "./events.repository";

/** The events that webhooks report, by their names there. */
const TOLD: Partial<Record<EventType, WebhookEvent>> = {
  lead_created: "lead.created",
  opted_out: "lead.opted_out",
  campaign_completed: "campaign.finished",
  search_completed: "search.finished",
  message_received: "message.received",
  lead_stage_changed: "lead.stage_changed",
  lead_merged: "lead.merged",
  task_due: "task.due",
};

/**
 * `told`: data for webhooks besides the metadata, which the history does not keep, such as a message's words. A
 * function is called only where an address wants the event.
 */
type RecordedEvent = NewEvent & { told?: object | (() => Promise<object | undefined>) };

/** Adds an event to the owner's history; joins the running transaction if there is one. */
export function recordEvent(
  ownerId: OwnerId,
  eventType: EventType,
  event: RecordedEvent,
): Promise<void> {
  return recordEvents(ownerId, eventType, [event]);
}

/** Adds several events of one type. */
export async function recordEvents(
  ownerId: OwnerId,
  eventType: EventType,
  events: readonly RecordedEvent[],
): Promise<void> {
  await recordOwnersEvents(
    eventType,
    events.map((event) => ({ ownerId, ...event })),
  );
}

/** Adds several events of one type, each to the history of its owner. */
export async function recordOwnersEvents(
  eventType: EventType,
  events: readonly (RecordedEvent & { ownerId: OwnerId })[],
): Promise<void> {
  await insertEvents(
    eventType,
    events.map(({ told: _told, ...event }) => event),
  );
  const name = TOLD[eventType];
  if (!name) return;
  for (const ownerId of new Set(events.map((event) => event.ownerId))) {
    const own = events.filter((event) => event.ownerId === ownerId);
    const isLookedUp = own.some(({ told }) => typeof told === "function");
    await announce(ownerId, name, isLookedUp ? () => tellAll(own) : await tellAll(own));
  }
}

/** One after the other: the statements of a transaction cannot overlap. */
async function tellAll(events: readonly RecordedEvent[]): Promise<object[]> {
  const facts: object[] = [];
  for (const { metadata, quantity = 1, told } of events) {
    facts.push({ ...metadata, ...(typeof told === "function" ? await told() : told), quantity });
  }
  return facts;
}
