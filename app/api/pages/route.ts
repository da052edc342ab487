import { searches } from "@/lib/contracts/searches";
import { route } from "@/server/http/route";
import { startPagesSearch } from "@/server/searches/searches.service";

export const POST = route(searches.startPages, ({ actor, body }) => startPagesSearch(actor, body));
