import { contacts } from "@/lib/contracts/contacts";
import { route } from "@/server/http/route";
import { syncContacts } from "@/server/whatsapp/contacts.service";

export const POST = route(contacts.sync, ({ actor }) => syncContacts(actor.userId));
