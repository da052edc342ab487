import type { EventType } from "@/lib/domain/events/event-types";
import type { WebhookEvent } from "@/lib/domain/webhooks/webhook-events";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import type { UserId } from "@/server/platform/actor";
import { insertEvents, type NewEvent } from "./events.repository";

/** The events that webhooks tell, by their names there. */
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

/** `told`: what webhooks say beside the metadata, and the history does not keep, such as a message's words. */
type RecordedEvent = NewEvent & { told?: object };

/** Adds an event to the owner's history; joins the running transaction if there is one. */
export function recordEvent(
  ownerId: UserId,
  eventType: EventType,
  event: RecordedEvent,
): Promise<void> {
  return recordEvents(ownerId, eventType, [event]);
}

/** Adds several events of one type. */
export async function recordEvents(
  ownerId: UserId,
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
  events: readonly (RecordedEvent & { ownerId: UserId })[],
): Promise<void> {
  await insertEvents(
    eventType,
    events.map(({ told: _told, ...event }) => event),
  );
  const name = TOLD[eventType];
  if (!name) return;
  for (const ownerId of new Set(events.map((event) => event.ownerId))) {
    const own = events.filter((event) => event.ownerId === ownerId);
    const facts = own.map(({ metadata, quantity = 1, told }) => ({
      ...metadata,
      ...told,
      quantity,
    }));
    await announce(ownerId, name, facts);
  }
}
