import { searches } from "@/lib/contracts/discovery/searches";
import { listRecentSearches } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const GET = route(searches.recent, ({ actor }) => listRecentSearches(actor));
