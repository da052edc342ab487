import { lists } from "@/lib/contracts/leads/lists";
import { previewDeletion } from "@/server/discovery/searches/list-removal.service";
import { route } from "@/server/platform/http/route";

export const GET = route(lists.deletion, ({ actor, params }) => previewDeletion(actor, params.id));
