import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findUnnumberedChats } from "@/server/messaging/messages/chats.service";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { findHistory } from "@/server/messaging/whatsapp/phone-readings.service";
import { ownerOfRow } from "@/server/platform/actor";
import { leaveErasedOut } from "./erased-people.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

/** How many are looked up at once; the others are looked up when they write again. */
const MOST_ASKED = 5;
const RECORDS = 50;
const RECORDS_DAYS = 90;
const DAY_MS = 86_400_000;

/** Identities from messages that contain an opaque id and a number; what is already known about an id is newer. */
export function listIdentities(messages: readonly MessageEvent[]): WhatsappEvent[] {
  const numbers = new Map<string, string>();
  for (const { lid, number } of messages) if (lid && number) numbers.set(lid, number);
  return [...numbers].map(([chatId, number]) => ({
    type: "identity",
    chatId,
    number,
    dated: true,
  }));
}

/**
 * Searches the provider's records for contacts who wrote since then under only an opaque id: an earlier message may
 * contain the number.
 * @throws AppError unavailable
 */
export async function findHiddenNumbers(instance: Instance, since: Date): Promise<WhatsappEvent[]> {
  const ownerId = ownerOfRow(instance.owner_id);
  const found: WhatsappEvent[] = [];
  for (const chatId of await findUnnumberedChats(ownerId, { since, limit: MOST_ASKED })) {
    const { events } = await findHistory(instance, {
      page: 1,
      size: RECORDS,
      chatId,
      since: new Date(Date.now() - RECORDS_DAYS * DAY_MS),
    });
    const said = events.filter((event) => event.type === "message");
    const identities = listIdentities(await leaveErasedOut(ownerId, said));
    found.push(
      ...identities.filter((event) => event.type === "identity" && event.chatId === chatId),
    );
  }
  return found;
}
