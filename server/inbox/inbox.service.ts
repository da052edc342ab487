import { ownerOfRow, type UserId } from "@/server/actor";
import {
  markRecipientAnswered,
  markRecipientFailed,
} from "@/server/campaigns/campaign-answers.service";
import { storeContacts } from "@/server/contacts/contacts.service";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { markLeadAnswered, markNumberContacted } from "@/server/leads/leads.service";
import { publish } from "@/server/live/publish";
import { addMedia } from "@/server/media/media.service";
import { identifyContact } from "@/server/messages/identities.service";
import {
  editMessage,
  markMessageDeleted,
  raiseMessageStatus,
  setReaction,
  storeIncomingMessage,
} from "@/server/messages/messages.service";
import { settleSend } from "@/server/messages/sends.service";
import { hasOptedOut } from "@/server/opt-outs/opt-outs.service";
import { announce } from "@/server/webhook-deliveries/webhook-deliveries.service";
import { getWhatsappProvider } from "@/server/whatsapp/provider.service";
import type { WebhookContent, WhatsappEvent } from "@/server/whatsapp/whatsapp.gateway";
import {
  applyConnectionEvent,
  applyRestriction,
  type Instance,
  storeQrCode,
} from "@/server/whatsapp/whatsapp.service";
import { storeDeadLetters } from "./dead-letters.service";
import { applyReply } from "./opt-out-replies.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;
type ReactionEvent = Extract<WhatsappEvent, { type: "reaction" }>;
type StatusEvent = Extract<WhatsappEvent, { type: "status" }>;
type IdentityEvent = Extract<WhatsappEvent, { type: "identity" }>;
type EditEvent = Extract<WhatsappEvent, { type: "edit" }>;

/**
 * Processes a provider's webhook. Deliveries come late, twice, concurrently and out of order: every effect depends on
 * a row that can be inserted only once or a status that only rises.
 */
export async function receiveWebhook(instance: Instance, body: unknown): Promise<void> {
  await receiveContent(instance, getWhatsappProvider().parseWebhook(body));
}

/** Processes what a provider reported, each event in a transaction of its own. */
export async function receiveContent(
  instance: Instance,
  { events, rejected }: WebhookContent,
): Promise<void> {
  await storeDeadLetters(instance, rejected);
  await receiveEvents(instance, events);
}

/** Processes what a provider reports, each event in a transaction of its own. */
export async function receiveEvents(instance: Instance, events: WhatsappEvent[]): Promise<void> {
  const pastChats = new Set<string>();
  for (const event of events) await transaction(() => receive(instance, event, pastChats));
  const [chat] = pastChats;
  if (chat) publish(ownerOfRow(instance.owner_id), "message.changed", { chat });
}

/** Chats with a new message of the past are added to `pastChats`: they are published once for many. */
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
      return applyRestriction(instance, event.until);
    case "identity":
      return receiveIdentity(ownerId, event);
    case "typing":
      return publish(ownerId, "chat.typing", {
        chat: event.number ? `${event.number}@s.whatsapp.net` : event.chatId,
        typing: event.typing,
      });
    case "qr":
      await storeQrCode(instance.id, event.qr);
      return publish(ownerId, "whatsapp.status", { status: "CONNECTING" });
    case "status":
      return receiveStatus(ownerId, instance.id, event);
    case "message":
      if (event.origin === "history" && isSincePairing(instance, event.sentAt)) return;
      return receiveMessage(ownerId, instance.id, event, pastChats);
    case "edit":
      return receiveEdit(ownerId, instance, event);
    case "reaction":
      return receiveReaction(ownerId, instance.id, event);
    case "deletion":
      return receiveDeletion(ownerId, instance.id, event.id);
    case "contacts":
      return storeContacts(ownerId, event.contacts, instance.number);
  }
}

async function receiveStatus(ownerId: UserId, instanceId: number, event: StatusEvent) {
  const { id, status, ownId = null, failure = null } = event;
  const settled = ownId && (await settleSend(ownerId, { instanceId, messageId: ownId, id }));
  if (settled) {
    await markNumberContacted(ownerId, settled.phoneKey);
    publish(ownerId, "message.changed", { chat: settled.phoneKey });
  }
  const rose = await raiseMessageStatus(instanceId, id, status, failure);
  if (status === "failed") await markRecipientFailed(ownerId, id);
  if (rose) publish(ownerId, "message.status", { message_id: id, status });
}

/** Differences between WhatsApp's clock and the database's. */
const CLOCK_SLACK_MS = 10_000;

/**
 * A message since the pairing is reported live as well: stored as history first, it would have lost its effects, an
 * opt-out among them.
 */
function isSincePairing(instance: Instance, sentAt: Date): boolean {
  const pairedAt = instance.connected_at ?? new Date();
  return sentAt.getTime() > pairedAt.getTime() - CLOCK_SLACK_MS;
}

async function receiveMessage(
  ownerId: UserId,
  instanceId: number,
  event: MessageEvent,
  pastChats: Set<string>,
) {
  const isLive = event.origin === "live";
  const { stored, echoed, phoneKey, hasAnsweredBefore } = await storeIncomingMessage(ownerId, {
    instanceId,
    providerMessageId: event.id,
    chatId: event.chatId,
    number: event.number,
    name: event.name,
    fromMe: event.fromMe,
    kind: event.kind,
    text: event.text,
    quotedId: event.quotedId,
    location: event.location,
    contacts: event.contacts,
    sentAt: event.sentAt,
    isNew: isLive,
  });
  if (hasAnsweredBefore) await markAnswered(ownerId, phoneKey);
  if (echoed) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }
  if (!stored) return;
  if (event.media && !stored.deleted) {
    await addMedia(ownerId, stored.id, { facts: event.media, source: event.mediaSource, isLive });
  }
  if (!isLive) {
    pastChats.add(event.chatId);
    return;
  }
  if (event.fromMe) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }

  const status = await applyReply(ownerId, {
    phoneKey,
    number: event.number,
    words: event.text ?? "",
    messageId: event.id,
    saidAt: event.sentAt,
  });
  const lead = await markLeadAnswered(ownerId, phoneKey, status);
  await markRecipientAnswered(ownerId, phoneKey);
  const told = { number: event.number, chat: event.chatId, kind: event.kind, text: event.text };
  await recordEvent(ownerId, "message_received", { metadata: { lead_id: lead?.id ?? null }, told });
  if (lead?.newly_answered) {
    await announce(ownerId, "lead.answered", [{ lead_id: lead.id, name: lead.name }]);
  }
  publish(ownerId, "message.received", {
    number: event.number ?? phoneKey,
    lead_id: lead?.id ?? null,
  });
}

/** Two ids turn out to be one person: what the person wrote under one counts for the other. */
async function receiveIdentity(ownerId: UserId, event: IdentityEvent) {
  const { phoneKey, hasAnsweredBefore } = await identifyContact(ownerId, event);
  if (!hasAnsweredBefore) return;
  await markAnswered(ownerId, phoneKey);
  publish(ownerId, "message.changed", { chat: event.chatId });
}

async function markAnswered(ownerId: UserId, phoneKey: string) {
  const optedOut = await hasOptedOut(ownerId, phoneKey);
  await markLeadAnswered(ownerId, phoneKey, optedOut ? "opted_out" : "answered");
  await markRecipientAnswered(ownerId, phoneKey);
}

/** An opt-out may be written into an earlier message, and so may its end. */
async function receiveEdit(ownerId: UserId, instance: Instance, event: EditEvent) {
  const edited = await editMessage(instance.id, event);
  if (!edited) {
    const unknown = { event: "edit", reason: "the message is not stored", item: event };
    return storeDeadLetters(instance, [unknown]);
  }
  publish(ownerId, "message.changed", { chat: edited.phoneKey });
  if (edited.direction === "out") return;
  const { phoneKey } = edited;
  const status = await applyReply(ownerId, {
    phoneKey,
    number: null,
    words: event.text ?? "",
    messageId: event.id,
    saidAt: event.editedAt,
  });
  if (status === "opted_out") await markLeadAnswered(ownerId, phoneKey, status);
}

/** A reaction is no answer: it has no effect beyond the conversation's screen. */
async function receiveReaction(ownerId: UserId, instanceId: number, event: ReactionEvent) {
  const { id, chatId: chat, fromMe, emoji, reactedAt } = event;
  const reaction = { instanceId, providerMessageId: id, fromMe, emoji, reactedAt };
  if (await setReaction(ownerId, reaction)) publish(ownerId, "message.changed", { chat });
}

/** What the message did when it came, such as an opt-out, stays done. */
async function receiveDeletion(ownerId: UserId, instanceId: number, messageId: string) {
  const deleted = await markMessageDeleted(instanceId, messageId);
  if (deleted) publish(ownerId, "message.changed", { chat: deleted.phoneKey });
}
