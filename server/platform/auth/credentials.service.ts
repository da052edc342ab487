import { timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import { type ApiScope, SCOPE_LABELS } from "@/lib/domain/accounts/api-scopes";
import { AppError } from "@/lib/errors";
import { type Actor, isAdminId } from "@/server/platform/actor";
import { findTokenActor, isApiToken } from "@/server/platform/api-tokens/api-tokens.service";
import { hashToken } from "@/server/platform/secrets";
import { getSessionCookieName, openSessionCookie } from "./session-cookie.service";
import {
  findLiveSessionById,
  findLiveSessionByToken,
  type SessionRow,
  touchSession,
} from "./sessions.repository";
import { lacksFactor } from "./sessions.service";

const INVALID_TOKEN = "Este token de API não existe, venceu ou foi revogado.";
const SEEN_EVERY_MS = 5 * 60_000;

interface Terms {
  /** The message of a refusal, if not the usual one. */
  refusal?: string | undefined;
  /** Also accepts users who must have a second factor but have none. */
  evenUnprotected?: boolean | undefined;
}

/**
 * Returns the authenticated user. `token: T`, `Authorization: T` and `Authorization: Bearer T` are equivalent; a
 * browser's token needs the cookie of the same session; the cookie alone authorises reads only. An API token needs
 * `scope`; null says that a session alone may call.
 * @throws AppError unauthenticated; missing_scope; session_required; second_factor_setup_required
 */
export async function authenticate(
  request: Request,
  scope: ApiScope | null,
  { refusal = "", evenUnprotected = false }: Terms = {},
): Promise<Actor> {
  const token = readToken(request.headers);
  if (token !== null && isApiToken(token)) return authenticateToken(token, scope, refusal);
  const session = await findSession(request, token);
  if (!session) throw new AppError("unauthenticated", refusal);
  if (lacksFactor(session) && !evenUnprotected) {
    throw new AppError("second_factor_setup_required");
  }
  // The list of sessions needs no exact time, so not every request writes.
  if (Date.now() - session.last_seen_at.getTime() > SEEN_EVERY_MS) {
    await touchSession(session.session_id);
  }
  return toActor(session);
}

async function authenticateToken(
  token: string,
  scope: ApiScope | null,
  refusal: string,
): Promise<Actor> {
  const found = await findTokenActor(token);
  if (!found) throw new AppError("unauthenticated", refusal || INVALID_TOKEN);
  if (scope === null) throw new AppError("session_required");
  if (!found.scopes.includes(scope)) {
    const label = SCOPE_LABELS[scope];
    throw new AppError(
      "missing_scope",
      `Este token de API não tem a permissão "${label}" (${scope}).`,
    );
  }
  return found.actor;
}

async function findSession(request: Request, token: string | null): Promise<SessionRow | null> {
  if (token !== null) {
    const session = await findLiveSessionByToken(hashToken(token));
    if (!session || session.kind === "api") return session;
    return isSameId(await readCookieSessionId(request), session.session_id) ? session : null;
  }
  if (request.method !== "GET" && request.method !== "HEAD") return null;
  const sessionId = await readCookieSessionId(request);
  return sessionId ? findLiveSessionById(sessionId) : null;
}

/** The session id in the browser's cookie, whether the session is live or not; null without a valid cookie. */
export function readCookieSessionId(request: Request): Promise<string | null> {
  const cookies = parseCookie(request.headers.get("cookie") ?? "");
  return openSessionCookie(cookies[getSessionCookieName()]);
}

function toActor(session: SessionRow): Actor {
  return {
    ownerId: session.account_id,
    personId: session.user_id,
    sessionId: session.session_id,
    role: session.role,
    sight: session.sight,
    plan: session.plan,
    isAdmin: isAdminId(session.user_id),
    ...(session.deletion_at && { isLeaving: true as const }),
    ...(session.is_proved && { isProved: true as const }),
  };
}

function readToken(headers: Headers): string | null {
  // Headers come without blanks around their values.
  const plain = headers.get("token");
  if (plain) return plain;
  const authorization = headers.get("authorization");
  return authorization ? authorization.replace(/^bearer\s+/i, "") : null;
}

function isSameId(a: string | null, b: string): boolean {
  return a !== null && a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
