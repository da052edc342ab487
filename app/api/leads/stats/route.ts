import { leads } from "@/lib/contracts/leads/leads";
import { getLeadStatistics } from "@/server/leads/lead-table/lead-list.service";
import { route } from "@/server/platform/http/route";

export const GET = route(leads.stats, ({ actor }) => getLeadStatistics(actor));
