import * as z from "zod/mini";
import { endpoint } from "@/lib/contracts/shared/endpoint";
import { Instant, Pagination, pageQuery, pageSize } from "@/lib/contracts/shared/fields";

export const WhatsappContact = z.object({
  id: z.number(),
  remoteJid: z.string(),
  /** Digits with country code; null for somebody who hides it. */
  number: z.nullable(z.string()),
  pushName: z.nullable(z.string()),
  /** How WhatsApp shows a person who hides the number, without the at sign; null where WhatsApp gives none. */
  username: z.nullable(z.string()),
  /** The pushName; without one the user name, or the number. */
  name: z.string(),
  profilePictureUrl: z.nullable(z.string()),
  createdAt: Instant,
  updatedAt: Instant,
  /** The lead that has this number. */
  leadId: z.nullable(z.number()),
  /** When somebody last wrote, either side. */
  lastMessageAt: z.nullable(Instant),
});
export type WhatsappContact = z.infer<typeof WhatsappContact>;

export const CONTACT_PAGE_SIZES = [25, 50, 100, 200] as const;
export const CONTACT_DEFAULT_PAGE_SIZE = 50;

const { page, search } = pageQuery({ default: 200, max: 200 });
/** No default: it would hide which of the two names was given. */
const per_page = z.optional(pageSize(200));

export const ContactQuery = z.object({
  page,
  per_page,
  search,
  /** Alias of `per_page`. */
  perPage: per_page,
});

export const contacts = {
  list: endpoint({
    method: "GET",
    path: "/api/whatsapp/contacts",
    access: "member",
    sight: "narrowed",
    summary: "One page of the connected phone's address book, by name",
    query: ContactQuery,
    response: z.object({
      contacts: z.array(WhatsappContact),
      pagination: z.extend(Pagination, { perPage: z.number(), search: z.string() }),
    }),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/whatsapp/contacts/{number}",
    access: "member",
    sight: "narrowed",
    summary: "The contact of a number, however it is written",
    params: z.object({ number: z.string().check(z.maxLength(100)) }),
    response: z.object({ contact: WhatsappContact }),
  }),
  sync: endpoint({
    method: "POST",
    path: "/api/whatsapp/contacts/sync",
    access: "member",
    sight: "narrowed",
    summary: "Read the address book from the phone again",
    response: z.object({ contacts_count: z.number() }),
    rateLimit: { points: 6, windowSeconds: 60 },
  }),
};
