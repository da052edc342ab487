import { onlineManager } from "@tanstack/react-query";
import { notifyError } from "@/components/shared/feedback/notify";
import { configureClient } from "@/lib/api/client";
import { clearStoredSession, readStoredSession } from "@/lib/api/session-store";
import { errorCopy } from "@/lib/error-copy";
import { paths } from "@/lib/paths";
import { requestLogout } from "./session.queries";

const EXPIRED_REDIRECT_MS = 1000;
/** Without a connection the server gets no message: the screen is left after this time anyway. */
const LOGOUT_MS = 4_000;

let ending = false;

/** Sets how the API client reads the token and what it does when the token is rejected. */
export function configureSession(): void {
  configureClient({
    readToken: () => readStoredSession()?.token ?? null,
    onUnauthenticated: expireSession,
    onUnprotected: openProtection,
  });
}

/** Leaves any open screen when a second factor became required: nothing on it works any more. */
function openProtection(): void {
  if (ending) return;
  beginEnding();
  window.location.replace(paths.protection);
}

/** Queries wait from now on: without the session each of them would be refused. */
function beginEnding(): void {
  ending = true;
  onlineManager.setOnline(false);
}

/** Logs out with a full page load, so that no user data stays in memory. */
export async function logOut(): Promise<void> {
  beginEnding();
  const waited = new Promise((resolve) => setTimeout(resolve, LOGOUT_MS));
  await Promise.race([requestLogout(), waited]);
  clearStoredSession();
  window.location.assign(paths.home);
}

/** Handles a rejected token: notifies once, however many calls failed, and redirects a second later. */
function expireSession(): void {
  if (ending) return;
  beginEnding();
  notifyError(errorCopy.unauthenticated);
  // The cookie may outlive its session: ask the server to remove it.
  const leaving = requestLogout();
  clearStoredSession({ keepDrafts: true });
  setTimeout(() => leaving.finally(() => window.location.replace(paths.home)), EXPIRED_REDIRECT_MS);
}
