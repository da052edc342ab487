import { toPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import {
  markRecipientAnswered,
  markRecipientFailed,
} from "@/server/campaigns/campaigns/campaign-answers.service";
import { settleReported } from "@/server/campaigns/campaigns/reported-outcome.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { markLeadAnswered, markNumberContacted } from "@/server/leads/leads/lead-marks.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { recordCharge } from "@/server/messaging/charges/charges.service";
import { storeContacts } from "@/server/messaging/contacts/contacts.service";
import { addMedia } from "@/server/messaging/media/media.service";
import { findContactKey, setUsername } from "@/server/messaging/messages/identities.service";
import {
  editMessage,
  markMessageDeleted,
  type NamedMessage,
} from "@/server/messaging/messages/message-changes.service";
import {
  findMessageWords,
  hasWrittenLately,
  raiseMessageStatus,
  setReaction,
  storeIncomingMessage,
} from "@/server/messaging/messages/messages.service";
import { settleSend } from "@/server/messaging/messages/outgoing-messages.service";
import { changeTemplate } from "@/server/messaging/templates/template-store.service";
import {
  applyConnectionEvent,
  applyLiftedRestriction,
  applyRestriction,
  storeQrCode,
} from "@/server/messaging/whatsapp/connection.service";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { applyQuota } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import type {
  RejectedItem,
  WebhookContent,
  WhatsappEvent,
} from "@/server/messaging/whatsapp/whatsapp.gateway";
import { ownerOfRow, type UserId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { storeDeadLetters } from "./dead-letters.service";
import { isAboutErased, noteErased } from "./erased-people.service";
import { applyPastReply, applyPreference, applyReply } from "./opt-out-replies.service";
import { identify, markAnswered, receiveIdentity, receiveMove } from "./people.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;
type ReactionEvent = Extract<WhatsappEvent, { type: "reaction" }>;
type StatusEvent = Extract<WhatsappEvent, { type: "status" }>;
type PreferenceEvent = Extract<WhatsappEvent, { type: "offers" }>;
type EditEvent = Extract<WhatsappEvent, { type: "edit" }>;
type DeletionEvent = Extract<WhatsappEvent, { type: "deletion" }>;

/** As many as Meta tells at once, the others less; each is a transaction. */
const MAX_EVENTS = 1_000;
/** Less than any provider waits for its answer. */
const BATCH_MS = 20_000;

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

/**
 * Processes what a provider reports, each event in a transaction of its own. One that cannot be stored becomes a dead
 * letter and does not hold up the others.
 * @throws AppError unavailable when the database does not answer, or after 20 seconds: sent again, what was stored has no
 * second effect
 */
export async function receiveEvents(instance: Instance, events: WhatsappEvent[]): Promise<void> {
  const until = performance.now() + BATCH_MS;
  const failed = events.slice(MAX_EVENTS).map((event) => toRejected(event, "too many at once"));
  const pastChats = new Set<string>();
  for (const event of events.slice(0, MAX_EVENTS)) {
    if (performance.now() > until) throw new AppError("unavailable");
    try {
      await transaction(() => receive(instance, event, pastChats));
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

function toRejected(event: WhatsappEvent, reason: string): RejectedItem {
  return { event: event.type, reason, item: event };
}

/** Processes one event; throws when it cannot be stored. */
export function receiveEvent(instance: Instance, event: WhatsappEvent): Promise<void> {
  return transaction(() => receive(instance, event, new Set()));
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
      return receiveDeletion(ownerId, instance, event);
    case "contacts":
      return storeContacts(ownerId, event.contacts, instance.number);
  }
}

/** WhatsApp refuses a message to somebody who has written for a reason of that chat's. */
async function receiveRestriction(
  ownerId: UserId,
  instance: Instance,
  { active, until, chat }: Extract<WhatsappEvent, { type: "restriction" }>,
) {
  if (!active) return applyLiftedRestriction(instance);
  if (chat) {
    const key = (await findContactKey(ownerId, chat)) ?? chat.lid ?? chat.chatId;
    if (await hasWrittenLately(ownerId, key)) return;
  }
  await applyRestriction(instance, until);
}

async function receiveStatus(ownerId: UserId, instanceId: number, event: StatusEvent) {
  const { id, status, ownId = null } = event;
  const settled = ownId && (await settleSend(ownerId, { instanceId, messageId: ownId, id }));
  if (settled) {
    await markNumberContacted(ownerId, settled.phoneKey);
    publish(ownerId, "message.changed", { chat: settled.phoneKey });
  }
  if (ownId) await settleReported(ownerId, { instanceId, messageId: ownId, id });
  if (event.charge) await recordCharge(ownerId, { instanceId, id, charge: event.charge });
  if (event.from) await identify(ownerId, event.from);
  const rose = await raiseMessageStatus(ownerId, instanceId, event);
  if (status === "failed") await markRecipientFailed(ownerId, id, event);
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
  const { stored, edits, echoed, phoneKey, hasAnsweredBefore } = await storeIncomingMessage(
    ownerId,
    {
      instanceId,
      providerMessageId: event.id,
      chatId: event.chatId,
      number: event.number,
      lid: event.lid,
      name: event.name,
      fromMe: event.fromMe,
      kind: event.kind,
      text: event.text,
      quotedId: event.quotedId,
      location: event.location,
      contacts: event.contacts,
      sentAt: event.sentAt,
      isNew: isLive,
    },
  );
  if (hasAnsweredBefore) await markAnswered(ownerId, phoneKey);
  if (echoed) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }
  if (!stored) return;
  if (event.username) await setUsername(ownerId, phoneKey, event.username);
  if (event.media && !stored.deleted) {
    await addMedia(ownerId, stored.id, { facts: event.media, source: event.mediaSource, isLive });
  }
  const said = { phoneKey, number: event.number, messageId: event.id };
  if (!isLive) {
    pastChats.add(event.chatId);
    if (event.fromMe) return;
    return applyPastReply(ownerId, { ...said, words: event.text ?? "", saidAt: event.sentAt });
  }
  if (event.fromMe) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }

  let status = await applyReply(ownerId, {
    ...said,
    words: event.text ?? "",
    saidAt: event.sentAt,
  });
  for (const { text, editedAt, authenticated } of edits) {
    const edit = { ...said, words: text ?? "", saidAt: editedAt };
    status = await applyReply(ownerId, edit, { mayReturn: authenticated });
  }
  const lead = await markLeadAnswered(ownerId, phoneKey, status);
  await markRecipientAnswered(ownerId, phoneKey);
  const leadId = lead?.id ?? null;
  await recordEvent(ownerId, "message_received", {
    metadata: { lead_id: leadId },
    told: async () => ({
      ...{ number: event.number, chat: event.chatId, kind: event.kind, text: event.text },
      ...(await tellLead(ownerId, leadId)),
    }),
  });
  if (lead?.newly_answered) {
    await announce(ownerId, "lead.answered", async () => [
      { lead_id: lead.id, name: lead.name, ...(await tellLead(ownerId, lead.id)) },
    ]);
  }
  publish(ownerId, "message.received", {
    number: event.number ?? phoneKey,
    lead_id: lead?.id ?? null,
  });
}

/** 'Parar promoções' is an opt-out of a kind of its own: switching them on again lifts no other. */
async function receivePreference(ownerId: UserId, event: PreferenceEvent) {
  const phoneKey = await identify(ownerId, event.from);
  const said = { phoneKey, number: event.from.number, messageId: event.id, saidAt: event.saidAt };
  await applyPreference(ownerId, said, event.allowed);
}

/**
 * Names the message that an event changes, by the chat and the side that the event itself comes from. Null for a claim
 * to be us.
 */
async function nameMessage(
  ownerId: UserId,
  instance: Instance,
  { id, from, fromMe, authenticated }: EditEvent | DeletionEvent,
): Promise<NamedMessage | null> {
  const named = { instanceId: instance.id, providerMessageId: id };
  if (authenticated && from) {
    return { ...named, fromMe, phoneKey: await identify(ownerId, from) };
  }
  // To its sender, the chat of a contact's message is our own number, or our opaque id, which is nobody's here.
  const claimed = from && (await findContactKey(ownerId, from));
  const isOurs =
    claimed !== null && claimed === toPhoneKey(instance.number && `+${instance.number}`);
  if (fromMe && claimed !== null && !isOurs) return null;
  return { ...named, fromMe: false, phoneKey: isOurs ? null : claimed };
}

/**
 * An opt-out may be written into an earlier message, whether or not it is stored yet, and so may its end. The words of
 * an edit count once, like those of a message.
 */
async function receiveEdit(ownerId: UserId, instance: Instance, event: EditEvent) {
  const named = await nameMessage(ownerId, instance, event);
  if (!named) return;
  const edited = await editMessage(named, event);
  if (edited) publish(ownerId, "message.changed", { chat: edited.phoneKey });
  const phoneKey = edited?.phoneKey ?? named.phoneKey;
  if (named.fromMe || phoneKey === null) return;
  // Under another chat's message id nothing is said at all.
  if (!edited && (await findMessageWords(ownerId, instance.id, event.id))) return;
  const said = {
    phoneKey,
    number: event.authenticated ? (event.from?.number ?? null) : null,
    words: event.text ?? "",
    messageId: event.id,
    saidAt: event.editedAt,
  };
  const status = await applyReply(ownerId, said, { mayReturn: event.authenticated });
  if (status === "opted_out") await markLeadAnswered(ownerId, phoneKey, status);
}

/** A reaction is no answer: it has no effect beyond the conversation's screen. */
async function receiveReaction(ownerId: UserId, instanceId: number, event: ReactionEvent) {
  const { id, from, fromMe, emoji, reactedAt } = event;
  const phoneKey = await identify(ownerId, from);
  const reaction = { instanceId, providerMessageId: id, phoneKey, fromMe, emoji, reactedAt };
  const set = await setReaction(ownerId, reaction);
  if (set) publish(ownerId, "message.changed", { chat: from.chatId });
}

/** What the message did when it came, such as an opt-out, stays done. */
async function receiveDeletion(ownerId: UserId, instance: Instance, event: DeletionEvent) {
  const named = await nameMessage(ownerId, instance, event);
  const deleted = named && (await markMessageDeleted(named));
  if (deleted) publish(ownerId, "message.changed", { chat: deleted.phoneKey });
}
