import { sessionProof } from "@/lib/contracts/accounts/session-proof";
import { requireProof } from "@/server/accounts/users/password-check.service";
import { proveSession } from "@/server/platform/auth/sessions.service";
import { route } from "@/server/platform/http/route";

export const POST = route(sessionProof.give, async ({ actor, body }) => {
  await requireProof(actor, body);
  return proveSession(actor);
});
