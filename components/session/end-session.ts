import { notifyError } from "@/components/shared/notify";
import { call, configureClient } from "@/lib/api/client";
import { clearStoredSession, readStoredSession } from "@/lib/api/session-store";
import { auth } from "@/lib/contracts/auth";
import { errorCopy } from "@/lib/error-copy";
import { paths } from "@/lib/paths";

const EXPIRED_REDIRECT_MS = 1000;

let ending = false;

/** Tells the API client where the token is and what a refused one means. */
export function configureSession(): void {
  configureClient({
    readToken: () => readStoredSession()?.token ?? null,
    onUnauthenticated: expireSession,
  });
}

/** Leaves by a full page load, so that nothing of this person stays in memory. */
export async function logOut(): Promise<void> {
  ending = true;
  await call(auth.logout, {}).catch(() => undefined);
  clearStoredSession();
  window.location.assign(paths.home);
}

/** Many calls may be refused at once: the first one speaks, and the page leaves a second later. */
function expireSession(): void {
  if (ending) return;
  ending = true;
  notifyError(errorCopy.unauthenticated);
  // The cookie may outlive the session it names; the server takes it back where it can.
  const leaving = call(auth.logout, {}).catch(() => undefined);
  clearStoredSession();
  setTimeout(() => leaving.finally(() => window.location.replace(paths.home)), EXPIRED_REDIRECT_MS);
}
