import { lists } from "@/lib/contracts/lists";
import { route } from "@/server/http/route";
import { previewDeletion } from "@/server/searches/list-removal.service";

export const GET = route(lists.deletion, ({ actor, params }) => previewDeletion(actor, params.id));
