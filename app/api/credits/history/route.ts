import { credits } from "@/lib/contracts/credits";
import { getCreditHistory } from "@/server/credits/credits.service";
import { route } from "@/server/http/route";

export const GET = route(credits.history, ({ actor, query }) =>
  getCreditHistory(actor.userId, query.days),
);
