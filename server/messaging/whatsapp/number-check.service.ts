import { NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import type { NumberLookup } from "@/server/messaging/gateway/whatsapp.gateway";
import { identifyContact } from "@/server/messaging/messages/identities.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { isAddressOf } from "./addressee.service";
import { findCheck, upsertCheck } from "./checked-numbers.repository";
import { findConnected, type Which } from "./instances.service";
import { getWhatsappProvider } from "./provider.service";

/** Like checkNumber, but asks again about a number that had no account: a user expects the present answer. */
export async function recheckNumber(
  ownerId: OwnerId,
  number: string,
  by: Which,
): Promise<NumberLookup> {
  const lookup = await checkNumber(ownerId, number, by);
  return lookup.outcome === "missing" ? askAboutNumber(ownerId, number, by) : lookup;
}

/**
 * Finds out, just before a first message, whether a number is on WhatsApp and under which address: of the two spellings
 * of a Brazilian number only the returned one is right. `number`: digits with country code. `by`: through which of the
 * account's phones it is asked.
 */
export async function checkNumber(
  ownerId: OwnerId,
  number: string,
  by: Which,
): Promise<NumberLookup> {
  const phoneKey = getPhoneKey(number);
  if (phoneKey === null) return { outcome: "unknown" };
  const known = await findCheck(ownerId, phoneKey, NUMBER_CHECK_DAYS);
  if (known) {
    return known.chat_id === null
      ? { outcome: "missing" }
      : { outcome: "exists", chatId: known.chat_id, lid: null };
  }
  return askAboutNumber(ownerId, number, by);
}

async function askAboutNumber(ownerId: OwnerId, number: string, by: Which): Promise<NumberLookup> {
  const phoneKey = getPhoneKey(number);
  const connected = await findConnected(ownerId, by);
  if (phoneKey === null || !connected) return { outcome: "unknown" };
  const lookup = await getWhatsappProvider().resolveNumber(connected.ref, number);
  if (lookup.outcome !== "exists" && lookup.outcome !== "missing") return lookup;
  const chatId = lookup.outcome === "exists" ? lookup.chatId : null;
  if (chatId && !(await isAddressOf(ownerId, number, chatId))) return { outcome: "somebody_else" };
  await transaction(async () => {
    await upsertCheck(ownerId, phoneKey, chatId);
    if (lookup.outcome === "exists") await identifyContact(ownerId, { ...lookup, number });
  });
  return lookup;
}
