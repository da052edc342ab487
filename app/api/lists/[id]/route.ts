import { lists } from "@/lib/contracts/leads/lists";
import { deleteList } from "@/server/discovery/searches/list-removal.service";
import { getList, renameList } from "@/server/leads/lists/lists.service";
import { route } from "@/server/platform/http/route";

export const GET = route(lists.get, ({ actor, params }) => getList(actor, params.id));

export const PATCH = route(lists.rename, ({ actor, params, body }) =>
  renameList(actor, params.id, body.name),
);

export const DELETE = route(lists.remove, ({ actor, params, query }) =>
  deleteList(actor, params.id, query.keep_leads),
);
