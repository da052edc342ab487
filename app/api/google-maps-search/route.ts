import { searches } from "@/lib/contracts/discovery/searches";
import { startMapsSearch } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const POST = route(searches.startMaps, ({ actor, body }) => startMapsSearch(actor, body));
