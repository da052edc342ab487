import { notifyError } from "@/components/shared/notify";
import { configureClient } from "@/lib/api/client";
import { clearStoredSession, readStoredSession } from "@/lib/api/session-store";
import { errorCopy } from "@/lib/error-copy";
import { paths } from "@/lib/paths";
import { requestLogout } from "./session.queries";

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
  await requestLogout();
  clearStoredSession();
  window.location.assign(paths.home);
}

/** Many calls may be refused at once: the first one speaks, and the page leaves a second later. */
function expireSession(): void {
  if (ending) return;
  ending = true;
  notifyError(errorCopy.unauthenticated);
  // The cookie may outlive the session it names; the server takes it back where it can.
  const leaving = requestLogout();
  clearStoredSession();
  setTimeout(() => leaving.finally(() => window.location.replace(paths.home)), EXPIRED_REDIRECT_MS);
}
