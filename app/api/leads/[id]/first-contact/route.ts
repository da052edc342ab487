import { firstContact } from "@/lib/contracts/campaigns/first-contact";
import { getFirstContact } from "@/server/campaigns/campaign-results/first-contact.service";
import { route } from "@/server/platform/http/route";

export const GET = route(firstContact.get, ({ actor, params }) =>
  getFirstContact(actor, params.id),
);
