import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { restoreLeads } from "@/server/leads/lead-deletions.service";

export const POST = route(leads.restore, ({ actor, params }) => restoreLeads(actor, params.id));
