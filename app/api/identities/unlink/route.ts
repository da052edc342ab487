import { identities } from "@/lib/contracts/accounts/identities";
import { unlinkIdentity } from "@/server/accounts/identities/identities.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { route } from "@/server/platform/http/route";

export const POST = route(identities.unlink, async ({ actor, body }) => {
  const { provider, ...proof } = body;
  await requireProof(actor, proof);
  return unlinkIdentity(actor, provider);
});
