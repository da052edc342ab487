import { secondFactor } from "@/lib/contracts/accounts/second-factor";
import {
  getSecondFactor,
  requireFactorOff,
  setUpFactor,
} from "@/server/accounts/second-factor/second-factor.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { getProfile } from "@/server/accounts/users/profile.service";
import { route } from "@/server/platform/http/route";

export const GET = route(secondFactor.get, ({ actor }) => getSecondFactor(actor));

export const POST = route(secondFactor.setUp, async ({ actor, body }) => {
  await requireFactorOff(actor);
  await requireProof(actor, body);
  const { user } = await getProfile(actor);
  return setUpFactor(actor, user.email);
});
