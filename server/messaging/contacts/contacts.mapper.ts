import type { z } from "zod/mini";
import type { WhatsappContact } from "@/lib/contracts/messaging/contacts";
import { addNinthDigit } from "@/lib/domain/phone/phone";
import { getCurrentPictureUrl } from "@/lib/domain/whatsapp/picture-url";
import type { ContactRow } from "./contacts.repository";

/** Shown for a contact who hides the number and has given no name. */
const NAMELESS = "Sem nome";

export function toContact(row: ContactRow): z.input<typeof WhatsappContact> {
  return {
    id: row.id,
    remoteJid: row.jid,
    number: row.number && addNinthDigit(row.number),
    pushName: row.name,
    username: row.username,
    name:
      row.name ??
      (row.username ? `@${row.username}` : row.number ? addNinthDigit(row.number) : NAMELESS),
    profilePictureUrl: getCurrentPictureUrl(row.picture_url, new Date()),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    leadId: row.lead_id,
    lastMessageAt: row.last_message_at,
  };
}
