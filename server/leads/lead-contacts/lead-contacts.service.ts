import {
  type ContactValues,
  MOST_CONTACTS_OF_LEAD,
  showContact,
} from "@/lib/domain/leads/lead-contacts";
import type { MovedRow } from "@/lib/domain/leads/lead-merge";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import * as repository from "./lead-contacts.repository";

export type { ContactRow, StoredContact } from "./lead-contacts.repository";

/** The rows of contacts that users change. Call each inside a transaction that has locked the lead. */
export const {
  lockLeads,
  findMainContact,
  findContact,
  countContacts,
  insertContact,
  updateContact,
  deleteContacts,
} = repository;

/** @throws AppError not_found */
export async function listContacts(actor: Actor, leadId: number) {
  const [main, contacts] = await Promise.all([
    repository.findMainContact(actor, leadId),
    repository.findContacts(actor, leadId),
  ]);
  if (!main) throw new AppError("not_found", "Lead não encontrado.");
  return { main, contacts };
}

/** Restores the contacts of restored leads. Call inside the transaction that restores the leads. */
export async function restoreContacts(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  if (stored.length > 0) await repository.restoreContacts(ownerId, stored);
}

/** Changes the number of contacts whose person has a new one. Returns how many. Call inside a transaction. */
export function moveContactNumber(
  ownerId: OwnerId,
  fromKey: string,
  to: { number: string; phoneKey: string },
): Promise<number> {
  return repository.moveNumber(ownerId, fromKey, {
    whatsapp: to.number,
    phoneKey: to.phoneKey,
  });
}

/** What a merge moved to its survivor, as it is stored for the undo. */
export interface TakenContacts {
  moved: MovedRow[];
  /** Created from the main contacts that the survivor did not take, as they are stored. */
  made: object[];
}

/**
 * Moves to a lead the contacts of leads merged into it, and contacts made from the rest of their main ones. Call inside
 * the transaction that has locked the leads.
 */
export async function takeContacts(
  ownerId: OwnerId,
  leads: { leadIds: readonly number[]; toLeadId: number; mainNumber: string | null },
  left: readonly ContactValues[],
): Promise<TakenContacts> {
  const { leadIds, toLeadId, mainNumber } = leads;
  const moved = await repository.moveToLead(ownerId, leadIds, toLeadId, toKey(mainNumber));
  const contacts = left.map((contact) => ({
    ...contact,
    phone_key: toKey(contact.whatsapp),
    lead_id: toLeadId,
  }));
  return { moved, made: await repository.insertContacts(ownerId, contacts, "merge") };
}

/** Returns their contacts to leads that are restored from a merge; contacts changed since stay with the survivor. */
export async function returnContacts(
  ownerId: OwnerId,
  fromLeadId: number,
  { moved, made }: TakenContacts,
  stored: readonly object[],
): Promise<void> {
  await repository.deleteUnchanged(ownerId, made);
  await repository.moveBack(ownerId, fromLeadId, moved);
  const isMoved = new Set(moved.map(({ id }) => id));
  const gone = (stored as { id: number }[]).filter(({ id }) => !isMoved.has(id));
  await restoreContacts(ownerId, gone);
}

/** Stored numbers have no plus: a foreign one can look Brazilian. */
function toKey(number: string | null): string | null {
  return getPhoneKey(number);
}

/**
 * Adds other contacts of leads found in a file, a search or the registry, where they are not known yet. Call inside the
 * transaction that writes the leads. Returns each new contact with its lead.
 */
export async function addFoundContacts(
  ownerId: OwnerId,
  contacts: readonly (repository.StoredContact & { lead_id: number })[],
  source: string,
): Promise<MovedRow[]> {
  if (contacts.length === 0) return [];
  await repository.lockLeads(
    ownerId,
    contacts.map(({ lead_id }) => lead_id),
  );
  return repository.addFoundContacts(ownerId, contacts, source, MOST_CONTACTS_OF_LEAD);
}

/** Removes found contacts, unless a user has changed them since. Returns the leads they belonged to. */
export function removeFoundContacts(ownerId: OwnerId, ids: readonly number[]): Promise<number[]> {
  return repository.deleteFound(ownerId, ids);
}

/** Contacts of numbers, digits with country code, and e-mails that a lead has no field for. */
export function toFoundContacts(
  leadId: number,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): (repository.StoredContact & { lead_id: number })[] {
  const nobody = { name: null, role: null, phone: null, whatsapp: null, phone_key: null };
  return [
    ...phones.map((number) => {
      const isMobile = /^55\d\d9\d{8}$/.test(number);
      const reached = isMobile ? { whatsapp: number, phone_key: toKey(number) } : { phone: number };
      return { ...nobody, email: null, ...reached, lead_id: leadId };
    }),
    ...emails.map((email) => ({ ...nobody, email, lead_id: leadId })),
  ];
}

/** The other contacts of leads as texts, by the leads' ids. */
export async function showOtherContacts(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<Map<number, string>> {
  const shown = new Map<number, string>();
  if (leadIds.length === 0) return shown;
  for (const contact of await repository.findContactsOf(ownerId, leadIds)) {
    const before = shown.get(contact.lead_id);
    shown.set(contact.lead_id, [before, showContact(contact)].filter(Boolean).join("; "));
  }
  return shown;
}
