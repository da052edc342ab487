import { readWrittenNumber } from "./written-number";

/**
 * The `tel:` address of a WhatsApp number, which begins with its country, or of a telephone as somebody typed it: of
 * several numbers the first one, without an extension. 0800 is dialled without the country.
 */
export function toCallAddress(contact: { whatsapp: string | null; phone: string | null }): string {
  if (contact.whatsapp) return `tel:${toDialled(contact.whatsapp)}`;
  const parts = (contact.phone ?? "").split(/[a-z/,;|]/i);
  const first = parts.find((part) => /\d/.test(part)) ?? "";
  const read = readWrittenNumber(first);
  return `tel:${read.ok ? toDialled(read.digits) : first.replace(/[^\d+]/g, "")}`;
}

function toDialled(kept: string): string {
  return kept.replace(/^(?!55[3589]00)/, "+").replace(/^55([3589]00)/, "0$1");
}
