import type { Login } from "@/lib/contracts/accounts/auth";
import { AppError } from "@/lib/errors";
import { authenticate, readCookieSessionId } from "@/server/platform/auth/credentials.service";
import { sealSessionId, setCookieHeader } from "@/server/platform/auth/session-cookie.service";
import type { Client } from "@/server/platform/auth/sessions.service";
import {
  getClientAddress,
  getClientNetwork,
  toSiteNetwork,
} from "@/server/platform/http/client-address";
import { countAttempt, resetAttempts } from "@/server/platform/http/rate-limit";
import { isFromBrowser } from "@/server/platform/http/same-site";
import { logger } from "@/server/platform/logger";
import {
  ELSEWHERE_ATTEMPTS,
  getAccountKey,
  isKnownNetwork,
  LOGIN_ATTEMPTS,
  warnOwner,
} from "./attempt-limits.service";
import { type CallerNetwork, logIn, logOut } from "./login.service";

/**
 * A browser gets next-auth's cookie along with its token, which is valid only together; other programs get a plain
 * bearer token.
 */
export async function answerLogin({
  body,
  request,
  headers,
}: {
  body: Login;
  request: Request;
  headers: Record<string, string>;
}) {
  const { token, user, sessionId } = await limitLogin(request, body.email, (from) =>
    logIn(body, readClient(request), from),
  );
  await addSessionCookie(request, headers, sessionId);
  return { token, user };
}

/**
 * Counts an attempt on the account with this e-mail before the expensive check, and resets the count after a success.
 * @throws AppError rate_limited
 */
export async function limitLogin<Result>(
  request: Request,
  email: string,
  attempt: (from: CallerNetwork) => Promise<Result>,
): Promise<Result> {
  const attempts = getAccountKey(email, getClientNetwork(request.headers));
  await countAttempt(LOGIN_ATTEMPTS, attempts);
  const network = toSiteNetwork(getClientAddress(request.headers));
  const known = await isKnownNetwork(email, network);
  if (!known) await countElsewhere(email);
  const result = await attempt({ network, known });
  await resetAttempts(LOGIN_ATTEMPTS, attempts);
  return result;
}

/** The client that is signing in, as the list of sessions shows it. */
export function readClient(request: Request): Client {
  return {
    kind: isFromBrowser(request) ? "browser" : "api",
    userAgent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
    ip: getClientAddress(request.headers),
  };
}

/** A browser's token is valid only together with this cookie. */
export async function addSessionCookie(
  request: Request,
  headers: Record<string, string>,
  sessionId: string,
): Promise<void> {
  if (isFromBrowser(request)) {
    headers["set-cookie"] = setCookieHeader(await sealSessionId(sessionId));
  }
}

/** The owner is mailed independently of the answer, whose duration would otherwise reveal that the account exists. */
function countElsewhere(email: string): Promise<void> {
  return countAttempt(ELSEWHERE_ATTEMPTS, getAccountKey(email, "elsewhere"), undefined, () => {
    warnOwner(email).catch((error: unknown) => logger.warn({ err: error }, "owner not warned"));
  });
}

/**
 * Ends the session of the request's token or cookie, if any, and clears the cookie.
 * @throws AppError unavailable when the session could not be ended
 */
export async function answerLogout({
  request,
  headers,
}: {
  request: Request;
  headers: Record<string, string>;
}) {
  const actor = await authenticate(request, null, { evenUnprotected: true }).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "unauthenticated") return null;
      throw error;
    },
  );
  const sessionId = actor?.sessionId ?? (await readCookieSessionId(request));
  if (sessionId) await logOut(sessionId);
  headers["set-cookie"] = setCookieHeader("", 0);
  return { success: true };
}
