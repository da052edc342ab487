import type { List, NewContactList } from "@/lib/contracts/lists";
import { CONTACTS_SOURCE } from "@/lib/domain/contact-list";
import {
  formatKeptNumber,
  internationalDigits,
  whatsappKey,
  whatsappNumberProblem,
} from "@/lib/domain/phone";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/auth/actor";
import { transaction } from "@/server/db/transaction";
import { addContactsToList } from "@/server/leads/lead-membership.service";
import { createList, getList } from "./lists.service";

/**
 * Makes a list of contacts in one transaction: a number that is a lead already is linked, any other becomes one without
 * a credit. A number named twice counts once.
 * @throws AppError invalid_whatsapp_number with a sentence for each number that is none
 */
export function createContactList(
  actor: Actor,
  { name, contacts }: NewContactList,
): Promise<{ list: List; contact_count: number }> {
  const leads = toLeads(contacts);
  return transaction(async () => {
    const listId = await createList(actor.userId, name, CONTACTS_SOURCE);
    const { linked } = await addContactsToList(actor.userId, listId, CONTACTS_SOURCE, leads);
    return { ...(await getList(actor, listId)), contact_count: linked };
  });
}

const MOST_REFUSALS = 50;

function toLeads(contacts: NewContactList["contacts"]) {
  const refusals: Record<string, string> = {};
  const byKey = new Map<string, { name: string; whatsapp: string; whatsappKey: string }>();
  for (const [index, { whatsapp_number: number, display_name: name }] of contacts.entries()) {
    const key = whatsappKey(number);
    if (key === null) {
      const problem = whatsappNumberProblem(number);
      refusals[`contacts.${index}.whatsapp_number`] =
        `Invalid WhatsApp number "${number}": ${problem}`;
      if (Object.keys(refusals).length === MOST_REFUSALS) break;
    } else if (!byKey.has(key)) {
      const whatsapp = internationalDigits(number);
      byKey.set(key, { name: name || formatKeptNumber(whatsapp), whatsapp, whatsappKey: key });
    }
  }
  const [first] = Object.values(refusals);
  if (first) throw new AppError("invalid_whatsapp_number", first, { fields: refusals });
  return [...byKey.values()];
}
