import { type ChatAddress, toScopedChatId } from "@/lib/domain/messages/chat-key";
import { type Fields, firstText, readFields } from "@/lib/domain/messages/proto-fields";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";

const MOVES = new Set(["user_changed_number", "customer_changed_number", "user_changed_user_id"]);

/**
 * Meta's notice that a person now uses another number or another business-scoped id; null for any other system entry,
 * and for one that lacks the old or the new address.
 */
export function toMove(
  fields: Fields,
  about: { id: string; number: string | null; ownerId: string | null; at: Date },
): Extract<WhatsappEvent, { type: "moved" }> | null {
  const system = readFields(fields["system"]);
  if (!MOVES.has(String(system["type"]))) return null;
  const previousId = firstText([system["previous_user_id"], about.ownerId], 128);
  const nextNumber = readNumber(system["wa_id"]) ?? readNumber(system["new_wa_id"]);
  const nextId = firstText([system["user_id"]], 128);
  const from = toAddress(readNumber(system["customer"]) ?? about.number, previousId);
  // A person who changed only the id keeps the number.
  const to = toAddress(nextNumber ?? (nextId === null ? null : about.number), nextId);
  if (!from || !to || (from.chatId === to.chatId && previousId === nextId)) return null;
  return { type: "moved", id: about.id, from, to, at: about.at };
}

/** The chat is the number, where one is reported; the id is then the person's other address. */
function toAddress(number: string | null, ownerId: string | null): ChatAddress | null {
  const scoped = ownerId && toScopedChatId(ownerId);
  if (number === null) return scoped ? { chatId: scoped, number: null, lid: null } : null;
  return { chatId: `${number}@s.whatsapp.net`, number: addNinthDigit(number), lid: scoped };
}

function readNumber(value: unknown): string | null {
  const digits = typeof value === "string" ? value.replace(/^\+/, "") : "";
  return /^\d{5,20}$/.test(digits) ? digits : null;
}
