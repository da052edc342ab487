import { leads } from "@/lib/contracts/leads";
import { route } from "@/server/http/route";
import { listLeadCities } from "@/server/lead-search/lead-list.service";

export const GET = route(leads.cities, ({ actor }) => listLeadCities(actor));
