import { identities } from "@/lib/contracts/accounts/identities";
import { requireIdentity } from "@/server/accounts/identities/identities.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { route } from "@/server/platform/http/route";

export const POST = route(identities.require, async ({ actor, body }) => {
  const { provider, required, ...proof } = body;
  await requireProof(actor, proof);
  return requireIdentity(actor, { provider, required });
});
