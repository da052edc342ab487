import { cookies } from "next/headers";
import type { SessionUser } from "@/lib/contracts/accounts/auth";
import type { Role } from "@/lib/domain/accounts/roles";
import type { OfferedProvider } from "@/lib/domain/accounts/sign-in-providers";
import { isAdminId } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { getSessionCookieName, openSessionCookie } from "./session-cookie.service";
import { findLiveSessionById } from "./sessions.repository";
import { lacksFactor } from "./sessions.service";

/** Returns the signed-in user of the page being rendered, from the browser's cookie; null when there is none. */
export async function readSession(): Promise<{
  user: SessionUser & {
    role: Role;
    isAdmin: boolean;
    /** Whether all leads and conversations of the account are shown, not only a part. */
    seesAll: boolean;
    supportEmail: string | null;
    deletionAt: string | null;
  };
  /** The page may show only how to set up a second factor. */
  lacksFactor: boolean;
} | null> {
  const cookie = (await cookies()).get(getSessionCookieName())?.value;
  const sessionId = await openSessionCookie(cookie);
  const row = sessionId ? await findLiveSessionById(sessionId) : null;
  if (!row) return null;
  const { user_id: id, name, email, plan, role } = row;
  const deletionAt = row.deletion_at?.toISOString() ?? null;
  const { supportEmail } = env;
  const seesAll = row.sight === null;
  const isAdmin = isAdminId(id);
  const user = { id, name, email, plan, role, isAdmin, seesAll, supportEmail, deletionAt };
  return { user, lacksFactor: lacksFactor(row) };
}

/** The identity providers that a visitor of the page being rendered may use. */
export function listSignInProviders(): OfferedProvider[] {
  return env.issuers.map(({ provider, name }) => ({ provider, name }));
}
