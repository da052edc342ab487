import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { deleteContact, updateContact } from "@/server/leads/leads/contact-edits.service";
import { route } from "@/server/platform/http/route";

export const PUT = route(leadContacts.update, ({ actor, params, body }) =>
  updateContact(actor, params.id, body),
);

export const DELETE = route(leadContacts.remove, ({ actor, params }) =>
  deleteContact(actor, params.id),
);
