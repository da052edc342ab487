import { type ChatAddress, getChatNumber } from "@/lib/domain/messages/chat-key";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import type {
  RejectedItem,
  WhatsappEvent,
} from "@/server/messaging/gateway/whatsapp-events.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { findErasedKeys, noteWroteAgain } from "@/server/platform/erased-keys/erased-keys.service";
import { publish } from "@/server/platform/live/publish";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

/** The database refused to store anything of an event, because its person was erased. */
export function isAboutErased(error: unknown): boolean {
  return error instanceof AppError && error.code === "person_erased";
}

/** For a message of an erased person, stores only that one came. Our own messages, and old ones, are ignored. */
export async function noteErased(ownerId: OwnerId, event: WhatsappEvent): Promise<void> {
  const keys = listAddresses(event).flatMap(listKeys);
  const isOurs = "fromMe" in event && event.fromMe;
  const isOld = event.type === "message" && event.origin === "history";
  if (keys.length === 0 || isOurs || isOld) return;
  await transaction(() => noteWroteAgain(ownerId, keys));
  publish(ownerId, "leads.changed", {});
}

function listAddresses(event: WhatsappEvent): ChatAddress[] {
  switch (event.type) {
    case "message":
      return [event];
    case "identity":
      return [{ chatId: event.chatId, number: event.number, lid: null }];
    case "moved":
      return [event.from, event.to];
    case "offers":
    case "reaction":
      return [event.from];
    case "edit":
    case "deletion":
      return event.from ? [event.from] : [];
    default:
      return [];
  }
}

/** The key of the number, and the opaque ids. */
function listKeys({ chatId, number, lid }: ChatAddress): string[] {
  const phoneKey = getPhoneKey(number);
  const opaque = getChatNumber(chatId) === null ? [chatId] : [];
  return [...(phoneKey ? [phoneKey] : []), ...opaque, ...(lid ? [lid] : [])];
}

/** Whether one of the addresses is an erased person's. */
export async function isAnyErased(
  ownerId: OwnerId,
  addresses: readonly ChatAddress[],
): Promise<boolean> {
  const phones = addresses.flatMap(listKeys);
  return (await findErasedKeys(ownerId, { phones, emails: [], cnpjs: [] })).size > 0;
}

/** Messages of erased people are not stored, and so are not missing. */
export async function leaveErasedOut(
  ownerId: OwnerId,
  messages: readonly MessageEvent[],
): Promise<MessageEvent[]> {
  const erased = await findErasedKeys(ownerId, {
    emails: [],
    cnpjs: [],
    phones: [...new Set(messages.flatMap(listKeys))],
  });
  return messages.filter((message) => !listKeys(message).some((key) => erased.has(key)));
}

/** Digits that may be a number in an item that could not be read. */
const NUMBER = /\d{10,20}/g;
const MOST_NUMBERS = 50;

/** Those of the items that name no erased person. */
export async function leaveErasedItemsOut(
  ownerId: OwnerId,
  items: readonly (RejectedItem & { text: string })[],
): Promise<(RejectedItem & { text: string })[]> {
  const numbers = items.map(({ text }) =>
    [...text.matchAll(NUMBER)].slice(0, MOST_NUMBERS).map(([digits]) => digits),
  );
  const keysOf = (digits: string) => [getPhoneKey(digits) ?? "", `${digits}@lid`];
  const phones = [...new Set(numbers.flat().flatMap(keysOf))].filter(Boolean);
  const erased = await findErasedKeys(ownerId, { phones, emails: [], cnpjs: [] });
  return items.filter(
    (_, at) => !(numbers[at] ?? []).some((digits) => keysOf(digits).some((key) => erased.has(key))),
  );
}
