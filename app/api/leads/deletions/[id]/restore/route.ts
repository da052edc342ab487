import { leads } from "@/lib/contracts/leads/leads";
import { restoreLeads } from "@/server/discovery/searches/lead-restores.service";
import { route } from "@/server/platform/http/route";

export const POST = route(leads.restore, ({ actor, params }) => restoreLeads(actor, params.id));
