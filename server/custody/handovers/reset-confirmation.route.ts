import { confirmPasswordReset } from "@/server/accounts/users/password-reset.service";
import { getClientAddress, toSiteNetwork } from "@/server/platform/http/client-address";
import { phoneWays } from "./handover.service";

export async function answerResetConfirmation({
  body,
  request,
}: {
  body: { token: string; new_password: string };
  request: Request;
}) {
  await confirmPasswordReset(body, toSiteNetwork(getClientAddress(request.headers)), phoneWays);
  return { success: true };
}
