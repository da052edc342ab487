import { credits } from "@/lib/contracts/accounts/credits";
import { getCreditHistory } from "@/server/accounts/credits/credits.service";
import { route } from "@/server/platform/http/route";

export const GET = route(credits.history, ({ actor, query }) =>
  getCreditHistory(actor.ownerId, query.days),
);
