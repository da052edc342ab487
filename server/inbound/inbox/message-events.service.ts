import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import {
  markRecipientAnswered,
  markRecipientDelivered,
  markRecipientFailed,
} from "@/server/campaigns/campaigns/engine/campaign-answers.service";
import { settleReported } from "@/server/campaigns/campaigns/engine/reported-outcome.service";
import { planByItself, unplan } from "@/server/inbound/answers/answer-tasks.service";
import { noteAnswer } from "@/server/inbound/answers/answers.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { announce } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import {
  markLeadAnswered,
  markNumberContacted,
  markNumberWrittenTo,
} from "@/server/leads/leads/lead-marks.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { recordCharge } from "@/server/messaging/charges/charges.service";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { addMedia } from "@/server/messaging/media/media.service";
import { findContactKey, setUsername } from "@/server/messaging/messages/identities.service";
import {
  editMessage,
  markMessageDeleted,
  type NamedMessage,
} from "@/server/messaging/messages/message-changes.service";
import {
  findMessageWords,
  raiseMessageStatus,
  setReaction,
  storeIncomingMessage,
} from "@/server/messaging/messages/messages.service";
import { settleSend } from "@/server/messaging/messages/outgoing-messages.service";
import { type Instance, nameChat } from "@/server/messaging/whatsapp/instances.service";
import type { OwnerId } from "@/server/platform/actor";
import { publish } from "@/server/platform/live/publish";
import { applyPastReply, applyReply } from "./opt-out-replies.service";
import { identify, identifyRecipient, markAnswered } from "./people.service";

/** The effects of a message, its status and its changes, in the transaction of their event. */

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;
type ReactionEvent = Extract<WhatsappEvent, { type: "reaction" }>;
type StatusEvent = Extract<WhatsappEvent, { type: "status" }>;
type EditEvent = Extract<WhatsappEvent, { type: "edit" }>;
type DeletionEvent = Extract<WhatsappEvent, { type: "deletion" }>;

export async function receiveStatus(ownerId: OwnerId, instanceId: number, event: StatusEvent) {
  const { id, status, ownId = null } = event;
  const settled = ownId && (await settleSend(ownerId, { instanceId, messageId: ownId, id }));
  if (settled) {
    await markNumberContacted(ownerId, settled.phoneKey);
    publish(ownerId, "message.changed", { chat: settled.phoneKey });
  }
  if (ownId) await settleReported(ownerId, { instanceId, messageId: ownId, id });
  if (event.charge) await recordCharge(ownerId, { instanceId, id, charge: event.charge });
  if (event.from) {
    await identifyRecipient(ownerId, { instanceId, messageId: id, from: event.from });
  }
  const raised = await raiseMessageStatus(ownerId, instanceId, event);
  const told = { instanceId, providerMessageId: id };
  if (status === "failed") await markRecipientFailed(ownerId, told, event);
  if (raised?.direction === "out" && MESSAGE_RANK[status] >= MESSAGE_RANK.delivered) {
    await markRecipientDelivered(ownerId, told);
  }
  if (raised) publish(ownerId, "message.status", { message_id: id, status, message: raised.id });
}

/**
 * An action without words is stored and shown, and waits for the user like a message. It is no answer: a campaign's
 * follow-up asks the user what it means. Chats with a new message from the past are added to `pastChats`: many are
 * published once.
 */
export async function receiveMessage(
  ownerId: OwnerId,
  instance: Instance,
  event: MessageEvent,
  pastChats: Set<string>,
) {
  const instanceId = instance.id;
  const isLive = event.origin === "live";
  const { stored, reading, edits, echoed, phoneKey, hasAnsweredBefore } =
    await storeIncomingMessage(ownerId, {
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
      viaApi: event.viaApi === true,
    });
  if (hasAnsweredBefore) await markAnswered(ownerId, phoneKey);
  if (echoed) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }
  if (!stored) return;
  const number = event.number ?? phoneKey;
  const chat = nameChat(instance, event.number === null ? event.chatId : number);
  if (event.username) await setUsername(ownerId, phoneKey, event.username);
  if (event.media && !stored.deleted) {
    await addMedia(ownerId, stored.id, { facts: event.media, source: event.mediaSource, isLive });
  }
  if (event.kind === "notice") {
    if (!isLive) pastChats.add(event.chatId);
    else if (event.fromMe) publish(ownerId, "message.changed", { chat: event.chatId });
    else publish(ownerId, "message.received", { number, chat, lead_id: null });
    return;
  }
  const said = { phoneKey, number: event.number, messageId: event.id };
  const written = event.chosen ?? event.text ?? "";
  if (!isLive) {
    pastChats.add(event.chatId);
    if (event.fromMe) return markNumberWrittenTo(ownerId, phoneKey, event.sentAt);
    const past = { ...said, words: written, saidAt: event.sentAt };
    return applyPastReply(ownerId, past, reading);
  }
  if (event.fromMe) {
    publish(ownerId, "message.changed", { chat: event.chatId });
    return markNumberContacted(ownerId, phoneKey);
  }

  let status = await applyReply(ownerId, {
    ...said,
    words: written,
    saidAt: event.sentAt,
  });
  for (const { text, editedAt, authenticated } of edits) {
    const edit = { ...said, words: text ?? "", saidAt: editedAt };
    status = await applyReply(ownerId, edit, { mayReturn: authenticated });
  }
  const words = edits.at(-1)?.text ?? written;
  const answer = await noteAnswer(
    { ownerId, instanceId },
    { ...said, words, saidAt: event.sentAt },
    reading && edits.length === 0 && !event.chosen ? reading : null,
  );
  // A machine has answered, not a person: follow-ups continue.
  const isAutomatic = answer.reading.kind === "automatic" && status !== "opted_out";
  const lead = await markLeadAnswered(ownerId, phoneKey, isAutomatic ? "automatic" : status);
  const { kind } = answer.reading;
  const intent = kind === "automatic" && !isAutomatic ? null : kind;
  await markRecipientAnswered(ownerId, phoneKey, { intent });
  // A button's label may name a day while its own value opts out.
  if (status === "opted_out") await unplan(ownerId, phoneKey);
  else await planByItself(ownerId, { phoneKey, instanceId }, answer);
  const leadId = lead?.id ?? null;
  await recordEvent(ownerId, "message_received", {
    metadata: { lead_id: leadId, ...(isAutomatic && { automatic: true }) },
    told: async () => ({
      number: event.number,
      chat: nameChat(instance, event.chatId),
      kind: event.kind,
      text: event.text,
      intent: status === "opted_out" ? "opt_out" : answer.reading.kind,
      ...(await tellLead(ownerId, leadId)),
    }),
  });
  if (lead?.newly_answered) {
    await announce(ownerId, "lead.answered", async () => [
      { lead_id: lead.id, name: lead.name, ...(await tellLead(ownerId, lead.id)) },
    ]);
  }
  publish(ownerId, "message.received", { number, chat, lead_id: lead?.id ?? null });
}

/**
 * Identifies the message that an event changes, by the event's own chat and side. Null for an
 * unauthenticated event that claims to be ours.
 */
async function nameMessage(
  ownerId: OwnerId,
  instance: Instance,
  { id, from, fromMe, authenticated }: EditEvent | DeletionEvent,
): Promise<NamedMessage | null> {
  const named = { instanceId: instance.id, providerMessageId: id };
  if (authenticated && from) {
    return { ...named, fromMe, phoneKey: await identify(ownerId, from) };
  }
  // A contact's client names the chat as the contact sees it: by our own number, or by our LID, which no contact here
  // has.
  const claimed = from && (await findContactKey(ownerId, from));
  const isOurs = claimed !== null && claimed === getPhoneKey(instance.number);
  if (fromMe && claimed !== null && !isOurs) return null;
  return { ...named, fromMe: false, phoneKey: isOurs ? null : claimed };
}

/**
 * An opt-out may be written into an earlier message, whether or not it is stored yet, and so may its withdrawal. The
 * words of an edit have their effect once, like those of a message.
 */
export async function receiveEdit(ownerId: OwnerId, instance: Instance, event: EditEvent) {
  const named = await nameMessage(ownerId, instance, event);
  if (!named) return;
  const edited = await editMessage(named, event);
  if (edited) {
    publish(ownerId, "message.changed", { chat: edited.phoneKey, message: edited.id });
  }
  const phoneKey = edited?.phoneKey ?? named.phoneKey;
  if (named.fromMe || phoneKey === null) return;
  // An edit with the id of another chat's message has no effect.
  if (!edited && (await findMessageWords(ownerId, instance.id, event.id))) return;
  const said = {
    phoneKey,
    number: event.authenticated ? (event.from?.number ?? null) : null,
    words: event.text ?? "",
    messageId: event.id,
    saidAt: event.editedAt,
  };
  const status = await applyReply(ownerId, said, { mayReturn: event.authenticated });
  const answer = await noteAnswer({ ownerId, instanceId: instance.id }, said, null);
  if (status === "opted_out") await markLeadAnswered(ownerId, phoneKey, status);
  if (answer.waits) {
    await markRecipientAnswered(ownerId, phoneKey, { intent: answer.reading.kind });
  }
  if (status === "opted_out") await unplan(ownerId, phoneKey);
}

/** A reaction is no answer: it has no effect beyond the conversation's screen. */
export async function receiveReaction(ownerId: OwnerId, instanceId: number, event: ReactionEvent) {
  const { id, from, fromMe, emoji, reactedAt } = event;
  const phoneKey = await identify(ownerId, from);
  const reaction = { instanceId, providerMessageId: id, phoneKey, fromMe, emoji, reactedAt };
  const set = await setReaction(ownerId, reaction);
  if (set) {
    publish(ownerId, "message.changed", { chat: from.chatId, message: set.message ?? undefined });
  }
}

/** The effects that the message had when it arrived, such as an opt-out, remain. */
export async function receiveDeletion(ownerId: OwnerId, instance: Instance, event: DeletionEvent) {
  const named = await nameMessage(ownerId, instance, event);
  const deleted = named && (await markMessageDeleted(named));
  if (deleted) {
    publish(ownerId, "message.changed", { chat: deleted.phoneKey, message: deleted.id });
  }
}
