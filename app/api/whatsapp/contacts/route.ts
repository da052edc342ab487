import { contacts } from "@/lib/contracts/messaging/contacts";
import { listContacts } from "@/server/messaging/contacts/contacts.service";
import { route } from "@/server/platform/http/route";

export const GET = route(contacts.list, ({ actor, query }) => listContacts(actor, query));
