import { contacts } from "@/lib/contracts/contacts";
import { getContact } from "@/server/contacts/contacts.service";
import { route } from "@/server/http/route";

export const GET = route(contacts.get, ({ actor, params }) => getContact(actor, params.number));
