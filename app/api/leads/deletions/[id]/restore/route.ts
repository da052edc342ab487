import { leads } from "@/lib/contracts/leads/leads";
import { restoreLeads } from "@/server/leads/leads/lead-deletions.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leads.restore, ({ actor, params }) => restoreLeads(actor, params.id));
