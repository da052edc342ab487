import type { NewContactList } from "@/lib/contracts/leads/lists";
import { CONTACTS_SOURCE } from "@/lib/domain/leads/contact-list";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { describeRefused, toKeptNumber } from "@/lib/domain/phone/read-number";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import { findContactHolders } from "@/server/leads/leads/found-leads.service";
import { requireLeadQuota } from "@/server/leads/leads/lead-quota.service";
import { assignLeads, sellerOf } from "@/server/leads/leads/lead-sellers.service";
import { insertLeads } from "@/server/leads/leads/leads.service";
import { addListMembers, addListMembersByKey } from "@/server/leads/lists/list-members.service";
import { createList, getList } from "@/server/leads/lists/lists.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { findErasedOf } from "@/server/platform/erased-keys/erased-keys.service";
import { findSeenNumbers } from "@/server/platform/sight/unseen.service";

/**
 * Creates a list of contacts in one transaction: existing leads are linked, also those that have the number for another
 * contact; other numbers become leads free of charge. Duplicate numbers count once, those of erased people, and of whom the
 * actor does not see, not at all.
 * @throws AppError invalid_whatsapp_number with a sentence for each invalid number; quota_reached
 */
export function createContactList(actor: Actor, { name, contacts }: NewContactList) {
  const given = toLeads(contacts);
  return transaction(async () => {
    const erased = await findErasedOf(actor.ownerId, given);
    const all = given.map(({ phone_key }) => phone_key);
    const seen = new Set(actor.sight ? await findSeenNumbers(actor, all) : all);
    const leads = given.filter((lead) => !erased.has(lead) && seen.has(lead.phone_key));
    const listId = await createList(actor.ownerId, name, CONTACTS_SOURCE);
    const keys = leads.map(({ phone_key }) => phone_key);
    const known = await findContactHolders(actor.ownerId, keys);
    await addListMembers(actor.ownerId, listId, [...new Set(known.values())]);
    const others = leads.filter(({ phone_key }) => !known.has(phone_key));
    if (others.length > 0) await addContacts(actor, listId, others);
    const made = await getList(actor, listId);
    return { ...made, contact_count: made.list.total_leads };
  });
}

type ContactLead = { name: string; whatsapp: string; phone_key: string };

/** A lead may be deleted between lookup and linking; it is then created again. */
const MOST_ROUNDS = 3;

/** Adds contacts to a list as existing or new leads. */
async function addContacts(actor: Actor, listId: number, contacts: ContactLead[]): Promise<void> {
  const { ownerId } = actor;
  const leads = contacts.map((contact) => ({ ...contact, source: CONTACTS_SOURCE }));
  const keys = contacts.map((contact) => contact.phone_key);
  for (let round = 1; ; round += 1) {
    const ids = (await insertLeads(ownerId, leads)).filter((id) => id !== null);
    const created = ids.length;
    if (created > 0) {
      const seller = sellerOf(actor);
      if (seller !== null) await assignLeads(actor, ids, [seller]);
      await requireLeadQuota(ownerId);
      const metadata = { list_id: listId, source: CONTACTS_SOURCE };
      await recordEvent(ownerId, "lead_created", { quantity: created, metadata });
    }
    const linked = await addListMembersByKey(ownerId, listId, keys);
    if (linked === keys.length || round === MOST_ROUNDS) return;
  }
}

const MOST_REFUSALS = 50;

function toLeads(contacts: NewContactList["contacts"]): ContactLead[] {
  const refusals: Record<string, string> = {};
  const byKey = new Map<string, ContactLead>();
  for (const [index, { whatsapp_number: number, display_name: name }] of contacts.entries()) {
    const kept = toKeptNumber(number);
    if (!kept) {
      refusals[`contacts.${index}.whatsapp_number`] =
        `Invalid WhatsApp number "${number}": ${describeRefused(number)}`;
      if (Object.keys(refusals).length === MOST_REFUSALS) break;
    } else if (!byKey.has(kept.phone_key)) {
      byKey.set(kept.phone_key, { name: name || formatKeptNumber(kept.whatsapp), ...kept });
    }
  }
  const [first] = Object.values(refusals);
  if (first) throw new AppError("invalid_whatsapp_number", first, { fields: refusals });
  // In key order, so that concurrent calls do not deadlock.
  return [...byKey.values()].sort((a, b) => (a.phone_key < b.phone_key ? -1 : 1));
}
