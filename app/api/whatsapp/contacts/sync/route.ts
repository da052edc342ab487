import { contacts } from "@/lib/contracts/contacts";
import { syncContacts } from "@/server/contacts/contacts.service";
import { route } from "@/server/http/route";

export const POST = route(contacts.sync, ({ actor }) => syncContacts(actor.userId));
