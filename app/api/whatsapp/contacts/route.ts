import { contacts } from "@/lib/contracts/contacts";
import { route } from "@/server/http/route";
import { listContacts } from "@/server/whatsapp/contacts.service";

export const GET = route(contacts.list, ({ actor, query }) => listContacts(actor, query));
