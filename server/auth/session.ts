import { cookies } from "next/headers";
import type { SessionUser } from "@/lib/contracts/auth";
import { openSessionCookie, SESSION_COOKIE } from "./session-cookie";
import { findLiveSessionById } from "./sessions.repository";

/** The signed-in user of the page being rendered, from the browser's cookie; null for a visitor. */
export async function readSession(): Promise<{ user: SessionUser } | null> {
  const cookie = (await cookies()).get(SESSION_COOKIE)?.value;
  const sessionId = await openSessionCookie(cookie);
  const row = sessionId ? await findLiveSessionById(sessionId) : null;
  return row && { user: { id: row.user_id, name: row.name, email: row.email, plan: row.plan } };
}
