import { readChatAddress } from "@/lib/domain/messages/chat-key";
import { findContactKey } from "@/server/messaging/messages/identities.service";
import type { OwnerId } from "@/server/platform/actor";
import { isSamePerson } from "./same-person.rule";

/**
 * Whether an address that a provider reports belongs to the intended person, as far as is known: an unknown opaque id
 * may be anybody's. Both are digits with country code, or the id of a chat.
 */
export async function isAddressOf(
  ownerId: OwnerId,
  meant: string,
  named: string,
): Promise<boolean> {
  if (meant === named) return true;
  const one = await findNumber(ownerId, meant);
  const other = one && (await findNumber(ownerId, named));
  return !one || !other || isSamePerson(one, other);
}

async function findNumber(ownerId: OwnerId, address: string): Promise<string | null> {
  if (!address.includes("@")) return address;
  const chat = readChatAddress(address);
  const found = chat && (chat.number ?? (await findContactKey(ownerId, chat)));
  return found && /^\d+$/.test(found) ? found : null;
}
