import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { bulkSetStatus } from "@/server/leads/lead-bulk.service";

export const POST = route(leads.bulkStatus, ({ actor, body }) => bulkSetStatus(actor, body));
