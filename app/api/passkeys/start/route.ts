import { passkeys } from "@/lib/contracts/accounts/passkeys";
import { startPasskey } from "@/server/accounts/passkeys/passkeys.service";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { getProfile } from "@/server/accounts/users/profile.service";
import { route } from "@/server/platform/http/route";

export const POST = route(passkeys.start, async ({ actor, body }) => {
  await requireProof(actor, body);
  const { user } = await getProfile(actor);
  return startPasskey(actor, user);
});
