import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import { toSiteNetwork } from "@/server/platform/http/client-address";
import { addSessionCookie, readClient } from "./login.route";
import { logInByPasskey } from "./passkey-login.service";

/** A browser gets the cookie along with the token, as by its password. */
export async function answerPasskeyLogin({
  body,
  request,
  headers,
}: {
  body: PasskeyAnswer;
  request: Request;
  headers: Record<string, string>;
}) {
  const client = readClient(request);
  const { token, user, sessionId } = await logInByPasskey(body, client, toSiteNetwork(client.ip));
  await addSessionCookie(request, headers, sessionId);
  return { token, user };
}
