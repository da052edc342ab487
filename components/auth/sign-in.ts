import { markJustLoggedIn } from "@/components/session/just-logged-in";
import { notifyOnNextScreen } from "@/components/shared/feedback/notify";
import type { auth, Login } from "@/lib/contracts/accounts/auth";
import type { Output } from "@/lib/contracts/shared/endpoint";
import { paths, sameSitePath } from "@/lib/paths";
import { authMutations } from "./auth.queries";

/** Logs in and keeps the session in this browser. Returns the screen to go to. @throws AppError */
export async function signIn(credentials: Login): Promise<string> {
  return enter(await authMutations.logIn(credentials));
}

/** The same by a passkey of this device, in place of e-mail, password and code. @throws AppError */
export async function signInByPasskey(): Promise<string> {
  const { answerChallenge } = await import("@/components/second-factor/passkey-device");
  const { options } = await authMutations.startPasskey();
  return enter(await authMutations.logInByPasskey(await answerChallenge(options)));
}

async function enter({ token, user }: Output<typeof auth.login>): Promise<string> {
  // Loaded on demand: only a login needs the cipher.
  const { saveStoredSession } = await import("@/lib/api/session-store");
  saveStoredSession({ token, user, plan: user.plan });
  markJustLoggedIn();
  notifyOnNextScreen("Bem-vindo! Autenticado com sucesso!");
  const wanted = new URLSearchParams(window.location.search).get("next");
  return sameSitePath(wanted) ?? paths.dashboard;
}
