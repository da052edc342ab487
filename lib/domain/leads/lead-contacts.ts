import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";

/** Of one lead, besides its main contact. */
export const MOST_CONTACTS_OF_LEAD = 20;

/** How a company is reached through somebody; null is unknown. */
export interface ContactValues {
  name: string | null;
  role: string | null;
  phone: string | null;
  /** International digits. */
  whatsapp: string | null;
  email: string | null;
}

/** 'Maria, compras'; empty for a contact without a name. */
export function nameContact({ name, role }: { name: string | null; role: string | null }): string {
  return [name, role].filter(Boolean).join(", ");
}

/** What a conversation with somebody of a company is called: 'Maria, compras · Padaria Sol'. */
export function nameContactOf(
  contact: { name: string | null; role: string | null },
  company: string,
): string {
  return [nameContact(contact), company].filter(Boolean).join(" · ");
}

/** A contact in one line of text. */
export function showContact(contact: ContactValues): string {
  return [
    nameContact(contact),
    formatKeptNumber(contact.whatsapp),
    formatPhone(contact.phone),
    contact.email,
  ]
    .filter(Boolean)
    .join(" · ");
}
