import { searches } from "@/lib/contracts/searches";
import { route } from "@/server/http/route";
import { startMapsSearch } from "@/server/searches/searches.service";

export const POST = route(searches.startMaps, ({ actor, body }) => startMapsSearch(actor, body));
