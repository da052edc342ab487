import type { ContactChange } from "@/lib/contracts/leads/lead-contacts";
import type { Lead } from "@/lib/contracts/leads/leads";
import { MOST_CONTACTS_OF_LEAD, showContact } from "@/lib/domain/leads/lead-contacts";
import { AppError } from "@/lib/errors";
import * as contacts from "@/server/leads/lead-contacts/lead-contacts.service";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { requireNotErased } from "@/server/platform/erased-keys/erased-keys.service";
import { publish } from "@/server/platform/live/publish";
import { recordLeadEdit, setMainContact } from "./main-contact.service";
import { omitStored } from "./stored-values.rule";
import { requireKeptNumber } from "./whatsapp-number.rule";

const NO_LEAD = "Lead não encontrado.";
const NOT_FOUND = "Contato não encontrado.";
const TOO_MANY = `Um lead pode ter até ${MOST_CONTACTS_OF_LEAD} contatos além do principal. Exclua algum.`;
const EMPTY = "Informe um nome, um número ou um e-mail.";
const IS_MAIN = "Este já é o número do contato principal.";
const NO_NUMBER =
  "Informe o WhatsApp deste contato antes: é para o contato principal que as campanhas escrevem.";

/**
 * @throws AppError not_found; invalid_whatsapp_number; invalid_input for an empty contact; conflict for one that
 * exists, or too many; person_erased
 */
export async function createContact(actor: Actor, leadId: number, given: ContactChange) {
  const { ownerId } = actor;
  const stored = toStored(given, NOTHING);
  return transaction(async () => {
    await requireNotErased(ownerId, stored);
    await requireOtherNumber(actor, leadId, stored);
    if ((await contacts.countContacts(ownerId, leadId)) >= MOST_CONTACTS_OF_LEAD) {
      throw new AppError("conflict", TOO_MANY);
    }
    const id = await contacts.insertContact(ownerId, leadId, { ...stored, source: "manual" });
    if (id === null) throw explainTaken(stored);
    await recordChange(actor, leadId, { id, from: null, to: stored });
    return { contact: await requireContact(actor, id) };
  });
}

/** @throws AppError as createContact */
export async function updateContact(actor: Actor, id: number, change: ContactChange) {
  const { ownerId } = actor;
  return transaction(async () => {
    const before = await lockContact(actor, id);
    const stored = toStored(change, before);
    await requireNotErased(ownerId, stored);
    await requireOtherNumber(actor, before.lead_id, stored);
    if (!(await contacts.updateContact(ownerId, id, stored))) throw explainTaken(stored);
    await recordChange(actor, before.lead_id, { id, from: before, to: stored });
    return { contact: await requireContact(actor, id) };
  });
}

/** @throws AppError not_found */
export async function deleteContact(actor: Actor, id: number): Promise<{ success: true }> {
  const { ownerId } = actor;
  return transaction(async () => {
    const before = await lockContact(actor, id);
    await contacts.deleteContacts(ownerId, [id]);
    await recordChange(actor, before.lead_id, { id, from: before, to: null });
    return { success: true };
  });
}

/**
 * Makes a contact the main one of its lead. The former main contact becomes one of the others.
 * @throws AppError not_found; conflict without a number; lead_exists when another lead has it
 */
export async function makeMainContact(actor: Actor, id: number): Promise<{ lead: Lead }> {
  const { ownerId } = actor;
  return transaction(async () => {
    const { lead_id: leadId, ...contact } = await lockContact(actor, id);
    const { whatsapp, phone_key, phone, email } = contact;
    if (whatsapp === null || phone_key === null) {
      throw new AppError("conflict", NO_NUMBER, { fields: { whatsapp: NO_NUMBER } });
    }
    const before = await contacts.findMainContact(actor, leadId);
    if (!before) throw new AppError("not_found", NO_LEAD);
    await contacts.deleteContacts(ownerId, [id]);
    const { name, role } = contact;
    const lead = await setMainContact(
      actor,
      leadId,
      { contact_name: name, contact_role: role, phone, email, whatsapp, phone_key },
      { before: before.opted_out, after: contact.opted_out },
    );
    // A number that one of the other contacts has, too, stays with that one.
    if (!isEmpty(before)) {
      await contacts.insertContact(ownerId, leadId, { ...before, source: "manual" });
    }
    return { lead };
  });
}

/** The contact, whose lead is locked until the transaction ends. */
async function lockContact(actor: Actor, id: number): Promise<contacts.ContactRow> {
  const { lead_id } = await requireContact(actor, id);
  await contacts.lockLeads(actor.ownerId, [lead_id]);
  return requireContact(actor, id);
}

async function requireContact(actor: Actor, id: number): Promise<contacts.ContactRow> {
  const contact = await contacts.findContact(actor, id);
  if (!contact) throw new AppError("not_found", NOT_FOUND);
  return contact;
}

/** Locks the lead. @throws AppError not_found; conflict for the main contact's number */
async function requireOtherNumber(
  actor: Actor,
  leadId: number,
  { phone_key }: contacts.StoredContact,
): Promise<void> {
  await contacts.lockLeads(actor.ownerId, [leadId]);
  const main = await contacts.findMainContact(actor, leadId);
  if (!main) throw new AppError("not_found", NO_LEAD);
  if (phone_key !== null && phone_key === main.phone_key) {
    throw new AppError("conflict", IS_MAIN, { fields: { whatsapp: IS_MAIN } });
  }
}

const NOTHING: contacts.StoredContact = {
  name: null,
  role: null,
  phone: null,
  whatsapp: null,
  phone_key: null,
  email: null,
};

/** @throws AppError invalid_whatsapp_number; invalid_input for a wrong value, or when nothing is left */
function toStored(given: ContactChange, before: contacts.StoredContact): contacts.StoredContact {
  const change = omitStored(given, before);
  const pick = (name: "name" | "role" | "phone" | "email") =>
    change[name] === undefined ? before[name] : change[name] || null;
  const number = change.whatsapp?.trim();
  const kept = number ? requireKeptNumber(number) : NOTHING;
  const { whatsapp, phone_key } = change.whatsapp === undefined ? before : kept;
  const stored: contacts.StoredContact = {
    name: pick("name"),
    role: pick("role"),
    phone: pick("phone"),
    email: pick("email"),
    whatsapp,
    phone_key,
  };
  if (isEmpty(stored)) throw new AppError("invalid_input", EMPTY, { fields: { name: EMPTY } });
  return stored;
}

function isEmpty({ name, phone, whatsapp, email }: contacts.StoredContact): boolean {
  return !(name || phone || whatsapp || email);
}

function explainTaken({ phone_key, email }: contacts.StoredContact): AppError {
  const [field, what] = phone_key
    ? ["whatsapp", "este WhatsApp"]
    : email
      ? ["email", "este e-mail"]
      : ["phone", "este telefone"];
  const message = `Outro contato deste lead já tem ${what}.`;
  return new AppError("conflict", message, { fields: { [field]: message } });
}

async function recordChange(
  actor: Actor,
  leadId: number,
  change: {
    id: number;
    from: contacts.StoredContact | null;
    to: contacts.StoredContact | null;
  },
): Promise<void> {
  const [from, to] = [change.from && showContact(change.from), change.to && showContact(change.to)];
  if (from === to) return;
  await recordLeadEdit(actor, leadId, [{ field: `contact.${change.id}`, from, to }]);
  publish(actor.ownerId, "leads.changed", {});
}
