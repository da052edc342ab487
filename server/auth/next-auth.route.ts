import type { NextAuthOptions } from "next-auth";
import { env } from "@/server/env";
import { SESSION_COOKIE, SESSION_LIFETIME_S } from "./session-cookie.service";
import { findLiveSessionById, revokeSession } from "./sessions.repository";

/**
 * next-auth reads the cookie that `POST /api/auth` set (session, sign-out). It has no providers, because there is one
 * way to log in. The session row decides, so a revoked session is refused here too.
 */
export const nextAuthOptions: NextAuthOptions = {
  secret: env.AUTH_SECRET,
  providers: [],
  session: { strategy: "jwt", maxAge: SESSION_LIFETIME_S },
  pages: { signIn: "/" },
  cookies: {
    sessionToken: {
      name: SESSION_COOKIE,
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: env.secureCookies },
    },
  },
  callbacks: {
    async session({ session, token }) {
      const row = typeof token["sid"] === "string" ? await findLiveSessionById(token["sid"]) : null;
      return { ...session, user: row ? { name: row.name, email: row.email } : undefined };
    },
  },
  events: {
    async signOut({ token }) {
      if (typeof token?.["sid"] === "string") await revokeSession(token["sid"]);
    },
  },
};
