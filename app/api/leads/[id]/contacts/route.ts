import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { listContacts } from "@/server/leads/lead-contacts/lead-contacts.service";
import { createContact } from "@/server/leads/leads/contact-edits.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leadContacts.list, ({ actor, params }) => listContacts(actor, params.id));

export const POST = route(leadContacts.create, ({ actor, params, body }) =>
  createContact(actor, params.id, body),
);
