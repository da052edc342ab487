import { lists } from "@/lib/contracts/lists";
import { route } from "@/server/http/route";
import { getList, renameList } from "@/server/lists/lists.service";
import { deleteList } from "@/server/searches/list-removal.service";

export const GET = route(lists.get, ({ actor, params }) => getList(actor, params.id));

export const PATCH = route(lists.rename, ({ actor, params, body }) =>
  renameList(actor, params.id, body.name),
);

export const DELETE = route(lists.remove, ({ actor, params }) => deleteList(actor, params.id));
