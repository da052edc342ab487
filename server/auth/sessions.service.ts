import type { ActiveSession } from "@/lib/contracts/sessions";
import { AppError } from "@/lib/errors";
import type { Actor } from "./actor";
import { deleteExpiredSessions, findActiveSessions, revokeSessionOf } from "./sessions.repository";

const LISTED = 50;
const KEPT_DAYS = 30;
const FORGOTTEN_AT_ONCE = 1_000;

/** Where this person is logged in, last used first. */
export async function listSessions(actor: Actor): Promise<{ sessions: ActiveSession[] }> {
  const rows = await findActiveSessions(actor.userId, LISTED);
  return {
    sessions: rows.map(({ created_at, last_seen_at, ...session }) => ({
      ...session,
      created_at: created_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
      current: session.id === actor.sessionId,
    })),
  };
}

/** @throws AppError not_found */
export async function endSession(actor: Actor, sessionId: string) {
  if (!(await revokeSessionOf(actor.userId, sessionId))) throw new AppError("not_found");
  return { success: true };
}

/** Sessions long over, revoked ones too: those expire like the others. */
export function forgetOldSessions(): Promise<void> {
  return deleteExpiredSessions(KEPT_DAYS, FORGOTTEN_AT_ONCE);
}
