import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { removePasskey } from "@/server/accounts/passkeys/passkeys.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { route } from "@/server/platform/http/route";

export const POST = route(passkeys.remove, async ({ actor, params, body }) => {
  await requireProof(actor, body);
  return removePasskey(actor, params.id);
});
