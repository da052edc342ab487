import { getChatNumber } from "@/lib/domain/messages/chat-key";
import { toPhoneKey } from "@/lib/domain/phone/phone";
import type { UserId } from "@/server/actor";
import { extendOptOut } from "@/server/opt-outs/opt-outs.service";
import * as repository from "./identities.repository";

/** Who a message or an event is about. */
export interface Identified {
  /** The key of the contact's rows: of the number, or the chat id while the number is unknown. */
  phoneKey: string;
  /** The contact wrote under an opaque id whose number has become known just now. */
  hasAnsweredBefore: boolean;
}

/**
 * Finds who a chat id belongs to, and learns it where both an opaque id and the number are given: two conversations of
 * one person become one, and an opt-out written under the id counts for the number. `number`: digits with country code.
 * Call inside a transaction.
 */
export async function identifyContact(
  ownerId: UserId,
  { chatId, number }: { chatId: string; number: string | null },
): Promise<Identified> {
  // WhatsApp's numbers always begin with the country code; the plus makes that explicit.
  const phoneKey = toPhoneKey(number && `+${number}`);
  if (getChatNumber(chatId) !== null) {
    return { phoneKey: phoneKey ?? chatId, hasAnsweredBefore: false };
  }
  await repository.lockIdentity(ownerId, chatId);
  if (phoneKey === null) {
    const known = await repository.findIdentity(ownerId, chatId);
    return { phoneKey: known ?? chatId, hasAnsweredBefore: false };
  }
  if (!(await repository.storeIdentity(ownerId, chatId, phoneKey))) {
    return { phoneKey, hasAnsweredBefore: false };
  }
  await extendOptOut(ownerId, chatId, phoneKey);
  const joined = await repository.joinConversations(ownerId, chatId, phoneKey);
  return { phoneKey, hasAnsweredBefore: joined?.hasAnswered ?? false };
}
