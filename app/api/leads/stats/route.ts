import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { getLeadStatistics } from "@/server/lead-search/lead-list.service";

export const GET = route(leads.stats, ({ actor }) => getLeadStatistics(actor));
