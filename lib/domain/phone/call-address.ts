import { parseTypedPhone } from "./phone";

/**
 * The `tel:` address of a WhatsApp number, which begins with its country, or of a telephone as somebody typed it: of
 * several numbers the first one, without an extension.
 */
export function toCallAddress(contact: { whatsapp: string | null; phone: string | null }): string {
  if (contact.whatsapp) return `tel:+${contact.whatsapp}`;
  const parts = (contact.phone ?? "").split(/[a-z/,;|]/i);
  const first = parts.find((part) => /\d/.test(part)) ?? "";
  const brazilian = parseTypedPhone(first);
  if (brazilian) return `tel:+55${brazilian.ddd}${brazilian.subscriber}`;
  return `tel:${first.replace(/[^\d+]/g, "")}`;
}
