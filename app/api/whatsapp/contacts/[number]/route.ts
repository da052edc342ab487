import { contacts } from "@/lib/contracts/messaging/contacts";
import { getContact } from "@/server/messaging/contacts/contacts.service";
import { route } from "@/server/platform/http/route";

export const GET = route(contacts.get, ({ actor, params }) => getContact(actor, params.number));
