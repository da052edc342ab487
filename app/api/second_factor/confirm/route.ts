import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { confirmFactor } from "@/server/accounts/second-factor/second-factor.service";
import { route } from "@/server/platform/http/route";

export const POST = route(secondFactor.confirm, ({ actor, body }) =>
  confirmFactor(actor, body.code),
);
