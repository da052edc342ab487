import { credits } from "@/lib/contracts/credits";
import { checkCredits } from "@/server/credits/credits.service";
import { route } from "@/server/http/route";

export const POST = route(credits.check, ({ actor, body }) =>
  checkCredits(actor.userId, body.required_credits),
);
