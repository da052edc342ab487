import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { bulkAddToList } from "@/server/leads/lead-bulk.service";

export const POST = route(leads.bulkAddToList, ({ actor, body }) => bulkAddToList(actor, body));
