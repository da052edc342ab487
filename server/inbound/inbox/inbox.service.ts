import { AppError } from "@/lib/errors";
import { storeContacts } from "@/server/messaging/contacts/contacts.service";
import type {
  RejectedItem,
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findContactKey } from "@/server/messaging/messages/identities.service";
import { hasWrittenLately } from "@/server/messaging/messages/messages.service";
import { changeTemplate } from "@/server/messaging/templates/template-store.service";
import {
  applyConnectionEvent,
  applyLiftedRestriction,
  applyRestriction,
  storeQrCode,
} from "@/server/messaging/whatsapp/connection.service";
import { type Instance, nameChat } from "@/server/messaging/whatsapp/instances.service";
import { applyQuota } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { noteHistory } from "@/server/messaging/whatsapp/phone-readings.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { createOwnerTurns } from "@/server/platform/owner-turns";
import { storeDeadLetters } from "./dead-letters.service";
import { isAboutErased, noteErased } from "./erased-people.service";
import {
  receiveDeletion,
  receiveEdit,
  receiveMessage,
  receiveReaction,
  receiveStatus,
} from "./message-events.service";
import { applyPreference } from "./opt-out-replies.service";
import { identify, receiveIdentity, receiveMove } from "./people.service";

type PreferenceEvent = Extract<WhatsappEvent, { type: "offers" }>;

/** As many as Meta reports at once; other providers report fewer. Each takes a transaction. */
const MAX_EVENTS = 1_000;
/** Less than any provider waits for an answer. */
const BATCH_MS = 20_000;

/**
 * WhatsApp's times are whole seconds: messages of one second are stored in the order in which this process received
 * them.
 */
const inTurn = createOwnerTurns(1);

/**
 * Processes a provider's webhook. Deliveries come late, twice, concurrently and out of order: every effect depends on
 * a row that can be inserted only once or a status that only rises.
 */
export async function receiveWebhook(instance: Instance, body: unknown): Promise<void> {
  await receiveContent(instance, getWhatsappProvider().parseWebhook(body));
}

/** Processes what a provider reported, each event in a separate transaction. */
export async function receiveContent(
  instance: Instance,
  { events, rejected }: WebhookContent,
): Promise<void> {
  await storeDeadLetters(instance, rejected);
  await receiveEvents(instance, events);
}

/**
 * Processes what a provider reports, each event in a separate transaction. An event that cannot be stored becomes a
 * dead letter and does not hold up the others.
 * @throws AppError unavailable when the database does not answer, or after 20 seconds; events already stored have no
 * second effect when they are sent again
 */
export async function receiveEvents(instance: Instance, events: WhatsappEvent[]): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const failed = events.slice(MAX_EVENTS).map((event) => toRejected(event, "too many at once"));
  const pastChats = new Set<string>();
  for (const event of events.slice(0, MAX_EVENTS)) {
    if (performance.now() > until) throw new AppError("unavailable");
    try {
      await inOrder(instance, event, () => transaction(() => receive(instance, event, pastChats)));
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") throw error;
      if (isAboutErased(error)) {
        await noteErased(ownerOfRow(instance.owner_id), event);
        continue;
      }
      logger.error({ instance: instance.id, type: event.type, err: error }, "event not stored");
      failed.push(toRejected(event, error instanceof Error ? error.name : "not stored"));
    }
  }
  await storeDeadLetters(instance, failed);
  const [chat] = pastChats;
  if (chat) publish(ownerOfRow(instance.owner_id), "message.changed", { chat });
}

function inOrder(instance: Instance, event: WhatsappEvent, work: () => Promise<void>) {
  return event.type === "message" ? inTurn(`${instance.id} ${event.chatId}`, work) : work();
}

function toRejected(event: WhatsappEvent, reason: string): RejectedItem {
  return { event: event.type, reason, item: event };
}

/** Processes one event; throws when it cannot be stored. */
export function receiveEvent(instance: Instance, event: WhatsappEvent): Promise<void> {
  return transaction(() => receive(instance, event, new Set()));
}

async function receive(
  instance: Instance,
  event: WhatsappEvent,
  pastChats: Set<string>,
): Promise<void> {
  const ownerId = ownerOfRow(instance.owner_id);
  switch (event.type) {
    case "connection":
      return applyConnectionEvent(instance, event);
    case "restriction":
      return receiveRestriction(ownerId, instance, event);
    case "quota":
      return applyQuota(instance, event.quota);
    case "identity":
      return receiveIdentity(ownerId, event);
    case "moved":
      return receiveMove(ownerId, event);
    case "template":
      return changeTemplate(ownerId, instance.id, event);
    case "offers":
      return receivePreference(ownerId, event);
    case "typing":
      return receiveTyping(instance, event);
    case "qr":
      await storeQrCode(instance.id, event.qr);
      return publish(ownerId, "whatsapp.status", { status: "CONNECTING" });
    case "status":
      return receiveStatus(ownerId, instance.id, event);
    case "message":
      if (event.origin === "history" && isSincePairing(instance, event.sentAt)) return;
      return receiveMessage(ownerId, instance, event, pastChats);
    case "edit":
      return receiveEdit(ownerId, instance, event);
    case "reaction":
      return receiveReaction(ownerId, instance.id, event);
    case "deletion":
      return receiveDeletion(ownerId, instance, event);
    case "history":
      return noteHistory(instance.id, event);
    case "contacts":
      return storeContacts(ownerId, event.contacts, instance.number);
  }
}

/** The event mostly contains only the opaque id. */
async function receiveTyping(
  instance: Instance,
  { chatId, number, typing }: Extract<WhatsappEvent, { type: "typing" }>,
) {
  const ownerId = ownerOfRow(instance.owner_id);
  const key = await findContactKey(ownerId, { chatId, number, lid: null });
  const chat = key && /^\d+$/.test(key) ? `${key}@s.whatsapp.net` : (key ?? chatId);
  publish(ownerId, "chat.typing", { chat: nameChat(instance, chat), typing });
}

/** A refusal of a message to a contact who has written concerns only that chat. */
async function receiveRestriction(
  ownerId: OwnerId,
  instance: Instance,
  { active, until, chat }: Extract<WhatsappEvent, { type: "restriction" }>,
) {
  if (!active) return applyLiftedRestriction(instance);
  if (chat) {
    const key = (await findContactKey(ownerId, chat)) ?? chat.lid ?? chat.chatId;
    if (await hasWrittenLately(ownerId, instance.id, key)) return;
  }
  await applyRestriction(instance, until);
}

/** Differences between WhatsApp's clock and the database's. */
const CLOCK_SLACK_MS = 10_000;

/**
 * A message since the pairing is reported live as well. Stored as history first, it would lose its effects, an opt-out
 * among them.
 */
export function isSincePairing(instance: Instance, sentAt: Date): boolean {
  const pairedAt = instance.connected_at ?? new Date();
  return sentAt.getTime() > pairedAt.getTime() - CLOCK_SLACK_MS;
}

/** 'Parar promoções' is a separate kind of opt-out: switching promotions on again lifts no other. */
async function receivePreference(ownerId: OwnerId, event: PreferenceEvent) {
  const phoneKey = await identify(ownerId, event.from);
  const said = { phoneKey, number: event.from.number, messageId: event.id, saidAt: event.saidAt };
  await applyPreference(ownerId, said, event.allowed);
}
