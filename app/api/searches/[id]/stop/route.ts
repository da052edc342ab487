import { searches } from "@/lib/contracts/discovery/searches";
import { stopSearch } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const POST = route(searches.stop, ({ actor, params }) => stopSearch(actor, params.id));
