import { leadContacts } from "@/lib/contracts/leads/lead-contacts";
import { makeMainContact } from "@/server/leads/leads/contact-edits.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leadContacts.makeMain, ({ actor, params }) =>
  makeMainContact(actor, params.id),
);
