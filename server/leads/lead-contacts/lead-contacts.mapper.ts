import type { LeadContact, MainContact } from "@/lib/contracts/leads/lead-contacts";
import type { ContactRow, MainContactRow } from "./lead-contacts.repository";

export function toContact({ phone_key: _key, created_at, ...row }: ContactRow): LeadContact {
  return { ...row, created_at: created_at.toISOString() };
}

export function toMainContact({ phone_key: _key, ...row }: MainContactRow): MainContact {
  return row;
}
