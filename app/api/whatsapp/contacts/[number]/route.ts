import { contacts } from "@/lib/contracts/contacts";
import { route } from "@/server/http/route";
import { getContact } from "@/server/whatsapp/contacts.service";

export const GET = route(contacts.get, ({ actor, params }) => getContact(actor, params.number));
