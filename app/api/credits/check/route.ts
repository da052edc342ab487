import { credits } from "@/lib/contracts/accounts/credits";
import { checkCredits } from "@/server/accounts/credits/credits.service";
import { route } from "@/server/platform/http/route";

export const POST = route(credits.check, ({ actor, body }) =>
  checkCredits(actor.ownerId, body.required_credits),
);
