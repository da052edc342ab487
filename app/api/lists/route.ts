import { lists } from "@/lib/contracts/lists";
import { route } from "@/server/http/route";
import { listLists } from "@/server/lists/lists.service";

export const GET = route(lists.list, ({ actor, query }) => listLists(actor, query));
