import { stringifySetCookie } from "cookie";
import { LRUCache } from "lru-cache";
import { decode, encode } from "next-auth/jwt";
import { env } from "@/server/platform/env";
import { listSecrets } from "@/server/platform/secrets";

/**
 * next-auth's session cookie: a JWT encrypted with the installation's secret. It contains the session's id; the row
 * shows whether the session is live.
 */
export function getSessionCookieName(): string {
  return env.secureCookies ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

export const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;

export function sealSessionId(sessionId: string): Promise<string> {
  return encode({ secret: env.AUTH_SECRET, maxAge: SESSION_LIFETIME_S, token: { sid: sessionId } });
}

// Decrypting costs a key derivation. A cookie always yields the same id, and the row is read every time.
const opened = new LRUCache<string, string>({ max: 10_000 });

/** Returns null for a cookie that is missing, forged, damaged or expired. */
export async function openSessionCookie(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const cached = opened.get(value);
  if (cached) return cached;
  for (const secret of listSecrets()) {
    const token = await decode({ secret, token: value }).catch(() => null);
    const sid = token?.["sid"];
    if (typeof sid !== "string") continue;
    opened.set(value, sid);
    return sid;
  }
  return null;
}

export function setCookieHeader(value: string, maxAgeSeconds = SESSION_LIFETIME_S): string {
  return stringifySetCookie({
    name: getSessionCookieName(),
    value,
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: env.secureCookies,
    maxAge: maxAgeSeconds,
  });
}
