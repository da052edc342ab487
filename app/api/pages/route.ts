import { searches } from "@/lib/contracts/discovery/searches";
import { startPagesSearch } from "@/server/discovery/searches/searches.service";
import { route } from "@/server/platform/http/route";

export const POST = route(searches.startPages, ({ actor, body }) => startPagesSearch(actor, body));
