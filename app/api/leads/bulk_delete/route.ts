import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { bulkDelete } from "@/server/leads/lead-bulk.service";

export const POST = route(leads.bulkDelete, ({ actor, body }) => bulkDelete(actor, body));
