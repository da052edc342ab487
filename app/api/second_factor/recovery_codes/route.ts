import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import { renewRecoveryCodes } from "@/server/accounts/second-factor/second-factor.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { route } from "@/server/platform/http/route";

export const POST = route(secondFactor.renewCodes, async ({ actor, body }) => {
  await requireProof(actor, body);
  return renewRecoveryCodes(actor);
});
