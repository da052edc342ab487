import { searches } from "@/lib/contracts/searches";
import { route } from "@/server/http/route";
import { listRecentSearches } from "@/server/searches/searches.service";

export const GET = route(searches.recent, ({ actor }) => listRecentSearches(actor));
