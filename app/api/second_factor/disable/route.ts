import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { disableFactor } from "@/server/accounts/second-factor/second-factor.service";
import { requirePassword } from "@/server/accounts/users/password-check.service";
import { route } from "@/server/platform/http/route";

export const POST = route(secondFactor.disable, async ({ actor, body }) => {
  await requirePassword(actor, body.current_password);
  return disableFactor(actor, body.code);
});
