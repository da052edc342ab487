import { markJustLoggedIn } from "@/components/session/just-logged-in";
import { notifyOnNextScreen } from "@/components/shared/feedback/notify";
import type { Login, SessionUser } from "@/lib/contracts/accounts/auth";
import type { PasskeyAnswer } from "@/lib/contracts/accounts/passkey-answer";
import type { SignInProvider } from "@/lib/domain/accounts/sign-in-providers";
import { paths, sameSitePath } from "@/lib/paths";
import { authMutations } from "./auth.queries";

/** Logs in and keeps the session in this browser. Returns the screen to go to. @throws AppError */
export async function signIn(credentials: Login): Promise<string> {
  return keepSession({ ...(await authMutations.logIn(credentials)), next: getWantedPath() });
}

/** The same by a passkey of this device, in place of e-mail, password and code. @throws AppError */
export async function signInByPasskey(): Promise<string> {
  const opened = await authMutations.logInByPasskey(await answerByPasskey());
  return keepSession({ ...opened, next: getWantedPath() });
}

/** Has a passkey of this device answer a challenge to sign in. @throws AppError */
export async function answerByPasskey(): Promise<PasskeyAnswer> {
  const { answerChallenge } = await import("@/components/accounts/second-factor/passkey-device");
  const { options } = await authMutations.startPasskey();
  return answerChallenge(options);
}

/** Leaves for the issuer's page, which sends the browser back to the return screen. @throws AppError */
export async function leaveForIssuer(provider: SignInProvider): Promise<void> {
  const next = getWantedPath();
  const { address } = await authMutations.beginSignIn({ provider, ...(next !== null && { next }) });
  window.location.assign(address);
}

/** Keeps a session that was opened in this browser. Returns the screen to go to. */
export async function keepSession(opened: {
  token: string;
  user: SessionUser;
  next: string | null;
}): Promise<string> {
  const { token, user, next } = opened;
  // Loaded on demand: only a login needs the cipher.
  const { saveStoredSession } = await import("@/lib/api/session-store");
  saveStoredSession({ token, user, plan: user.plan });
  markJustLoggedIn();
  notifyOnNextScreen("Bem-vindo! Autenticado com sucesso!");
  return sameSitePath(next) ?? paths.dashboard;
}

function getWantedPath(): string | null {
  return new URLSearchParams(window.location.search).get("next");
}
