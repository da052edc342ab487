import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { suggestReplies } from "@/server/messaging/suggestions/suggestions.service";
import { route } from "@/server/platform/http/route";

export const POST = route(suggestions.get, ({ actor, body, request }) =>
  suggestReplies(actor, body, request.signal),
);
