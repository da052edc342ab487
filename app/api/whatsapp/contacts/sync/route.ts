import { contacts } from "@/lib/contracts/messaging/contacts";
import { syncContacts } from "@/server/messaging/contacts/contacts.service";
import { route } from "@/server/platform/http/route";

export const POST = route(contacts.sync, ({ actor }) => syncContacts(actor));
