import { markJustLoggedIn } from "@/components/session/just-logged-in";
import { notifyOnNextScreen } from "@/components/shared/feedback/notify";
import type { Login } from "@/lib/contracts/accounts/auth";
import { paths, sameSitePath } from "@/lib/paths";
import { authMutations } from "./auth.queries";

/** Logs in and keeps the session in this browser. Returns the screen to go to. @throws AppError */
export async function signIn(credentials: Login): Promise<string> {
  const { token, user } = await authMutations.logIn(credentials);
  // Loaded on demand: only a login needs the cipher.
  const { saveStoredSession } = await import("@/lib/api/session-store");
  saveStoredSession({ token, user, plan: user.plan });
  markJustLoggedIn();
  notifyOnNextScreen("Bem-vindo! Autenticado com sucesso!");
  const wanted = new URLSearchParams(window.location.search).get("next");
  return sameSitePath(wanted) ?? paths.dashboard;
}
