import { MESSAGE_RANK } from "@/lib/domain/message-status";
import { isOptOut } from "@/lib/domain/opt-out";
import { whatsappKey } from "@/lib/domain/phone";
import { AppError } from "@/lib/errors";
import { ownerOfRow, type UserId } from "@/server/auth/actor";
import { hashToken } from "@/server/auth/credentials";
import {
  markRecipientAnswered,
  markRecipientFailed,
} from "@/server/campaigns/campaign-answers.service";
import { transaction } from "@/server/db/transaction";
import { recordEvent } from "@/server/events/events.service";
import { markLeadAnswered, markNumberContacted } from "@/server/leads/leads.service";
import { publish } from "@/server/live/publish";
import { storeContacts } from "./contacts.service";
import * as inbox from "./inbox.repository";
import { whatsappProvider } from "./provider.service";
import type { WhatsappEvent } from "./whatsapp.gateway";
import * as repository from "./whatsapp.repository";
import { applyConnection } from "./whatsapp.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

/**
 * Takes in a provider's webhook. Deliveries come late, twice, in parallel and out of order: every effect hangs on a
 * row that can be inserted once or a status that only climbs.
 * @throws AppError not_found for an address that is no instance's
 */
export async function receiveWebhook(secret: string, body: unknown): Promise<void> {
  const instance = await repository.findInstanceByWebhook(hashToken(secret));
  if (!instance) throw new AppError("not_found");
  for (const event of whatsappProvider().parseWebhook(body)) {
    await transaction(() => receive(instance, event));
  }
}

async function receive(instance: repository.InstanceRow, event: WhatsappEvent): Promise<void> {
  const ownerId = ownerOfRow(instance.owner_id);
  switch (event.type) {
    case "connection":
      return applyConnection(instance, event.status, event.number);
    case "qr":
      await repository.setQrCode(instance.id, event.qr);
      return publish(ownerId, "whatsapp.status", { status: "CONNECTING" });
    case "status": {
      const rose = await inbox.raiseStatus(instance.id, event.id, MESSAGE_RANK[event.status]);
      if (event.status === "failed") await markRecipientFailed(ownerId, event.id);
      if (rose) publish(ownerId, "message.status", { message_id: event.id, status: event.status });
      return;
    }
    case "message":
      return receiveMessage(ownerId, instance.id, event);
    case "contacts":
      return storeContacts(ownerId, event.contacts, instance.number);
  }
}

async function receiveMessage(ownerId: UserId, instanceId: number, event: MessageEvent) {
  const phoneKey = contactKey(event);
  const stored = await inbox.storeMessage(ownerId, {
    instanceId,
    providerMessageId: event.id,
    phoneKey,
    chatId: event.chatId,
    name: event.name,
    direction: event.fromMe ? "out" : "in",
    content: event.text,
    statusRank: event.fromMe ? MESSAGE_RANK.pending : MESSAGE_RANK.delivered,
    sentAt: event.sentAt,
  });
  if (!stored) return;
  if (event.fromMe) return markNumberContacted(ownerId, phoneKey);

  const optedOut = isOptOut(event.text ?? "");
  if (optedOut) await inbox.addOptOut(ownerId, phoneKey);
  const lead = await markLeadAnswered(ownerId, phoneKey, optedOut ? "opted_out" : "answered");
  await markRecipientAnswered(ownerId, phoneKey);
  await recordEvent(ownerId, "message_received", { metadata: { lead_id: lead?.id ?? null } });
  publish(ownerId, "message.received", {
    number: event.number ?? phoneKey,
    lead_id: lead?.id ?? null,
  });
}

/** Stores a message a campaign sent, under the provider's id; its echo by webhook then finds it there. */
export async function storeSentMessage(
  ownerId: UserId,
  message: {
    instanceId: number;
    providerMessageId: string;
    number: string;
    chatId: string;
    text: string;
  },
): Promise<void> {
  await inbox.storeMessage(ownerId, {
    ...message,
    phoneKey: contactKey(message),
    name: null,
    direction: "out",
    content: message.text,
    statusRank: MESSAGE_RANK.pending,
    sentAt: new Date(),
  });
}

/** WhatsApp's digits always begin with the country code, and the plus says so. */
function contactKey({ number, chatId }: { number: string | null; chatId: string }): string {
  return whatsappKey(number && `+${number}`) ?? chatId;
}
