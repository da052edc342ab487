import { contacts } from "@/lib/contracts/contacts";
import { listContacts } from "@/server/contacts/contacts.service";
import { route } from "@/server/http/route";

export const GET = route(contacts.list, ({ actor, query }) => listContacts(actor, query));
