import { searches } from "@/lib/contracts/searches";
import { route } from "@/server/http/route";
import { stopSearch } from "@/server/searches/searches.service";

export const POST = route(searches.stop, ({ actor, params }) => stopSearch(actor, params.id));
