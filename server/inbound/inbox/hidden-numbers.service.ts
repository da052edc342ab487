import { findUnnumberedChats } from "@/server/messaging/messages/chats.service";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { findHistory } from "@/server/messaging/whatsapp/phone-readings.service";
import type { WhatsappEvent } from "@/server/messaging/whatsapp/whatsapp-events.gateway";
import { ownerOfRow } from "@/server/platform/actor";
import { leaveErasedOut } from "./erased-people.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

/** Asked about at once; of the others, those that write again. */
const MOST_ASKED = 5;
const RECORDS = 50;
const RECORDS_DAYS = 90;
const DAY_MS = 86_400_000;

/** Who is who, by messages that name an opaque id and a number; what is known of an id already is newer. */
export function listIdentities(messages: readonly MessageEvent[]): WhatsappEvent[] {
  const numbers = new Map<string, string>();
  for (const { lid, number } of messages) if (lid && number) numbers.set(lid, number);
  return [...numbers].map(([chatId, number]) => ({
    ...{ type: "identity", chatId, number },
    dated: true,
  }));
}

/**
 * Asks the provider's records about those who wrote since then by an opaque id alone: an earlier message may have named
 * the number. @throws AppError unavailable
 */
export async function findHiddenNumbers(instance: Instance, since: Date): Promise<WhatsappEvent[]> {
  const ownerId = ownerOfRow(instance.owner_id);
  const found: WhatsappEvent[] = [];
  for (const chatId of await findUnnumberedChats(ownerId, { since, limit: MOST_ASKED })) {
    const { events } = await findHistory(instance, {
      ...{ page: 1, size: RECORDS, chatId },
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
