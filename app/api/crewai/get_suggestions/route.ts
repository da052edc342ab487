import { suggestions } from "@/lib/contracts/suggestions";
import { route } from "@/server/http/route";
import { suggestReplies } from "@/server/suggestions/suggestions.service";

export const POST = route(suggestions.get, ({ actor, body, request }) =>
  suggestReplies(actor, body, request.signal),
);
