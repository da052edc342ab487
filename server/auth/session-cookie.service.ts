import { decode, encode } from "next-auth/jwt";
import { env } from "@/server/env";

/** next-auth's session cookie: a JWT sealed with the installation's secret. It carries the session's id; the row decides whether it still counts. */
export const SESSION_COOKIE = env.secureCookies
  ? "__Secure-next-auth.session-token"
  : "next-auth.session-token";

export const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;

export function sealSessionId(sessionId: string): Promise<string> {
  return encode({ secret: env.AUTH_SECRET, maxAge: SESSION_LIFETIME_S, token: { sid: sessionId } });
}

/** Null for a cookie that is missing, forged, damaged or past its time. */
export async function openSessionCookie(value: string | undefined): Promise<string | null> {
  if (!value) return null;
  const cached = opened.get(value);
  if (cached) return cached;
  const token = await decode({ secret: env.AUTH_SECRET, token: value }).catch(() => null);
  const sid = token?.["sid"];
  if (typeof sid !== "string") return null;
  remember(value, sid);
  return sid;
}

export function setCookieHeader(value: string, maxAgeSeconds = SESSION_LIFETIME_S): string {
  const secure = env.secureCookies ? "; Secure" : "";
  return `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`;
}

// Unsealing costs a key derivation. The same cookie always opens to the same id, and the row is read every time.
const MAX_OPENED = 10_000;
const opened = new Map<string, string>();

function remember(cookie: string, sid: string) {
  if (opened.size >= MAX_OPENED) opened.clear();
  opened.set(cookie, sid);
}
