import { randomBytes } from "node:crypto";
import type { z } from "zod/mini";
import type { sessions } from "@/lib/contracts/platform/sessions";
import { isFactorRequired } from "@/lib/domain/accounts/required-factor";
import { AppError } from "@/lib/errors";
import { type Actor, isAdminId, type PersonId } from "@/server/platform/actor";
import { publishSessionEnd } from "@/server/platform/live/publish";
import { hashToken } from "@/server/platform/secrets";
import { SESSION_LIFETIME_S } from "./session-cookie.service";
import {
  createSession,
  findActiveSessions,
  findLiveSessionById,
  noteProof,
  revokeOtherSessionsOf,
  revokeSession,
  revokeSessionOf,
  revokeSessionsBut,
  revokeSessionsOf,
  type SessionRow,
} from "./sessions.repository";

const LISTED = 50;

export interface Client {
  /** A browser's session works only together with its cookie. */
  kind: "browser" | "api";
  userAgent: string | null;
  ip: string;
}

/** Opens a session. The token is 32 random bytes, returned once; only its hash is stored. */
export async function openSession(
  personId: PersonId,
  client: Client,
): Promise<{ token: string; sessionId: string }> {
  const token = randomBytes(32).toString("base64url");
  const sessionId = await createSession({
    ...client,
    personId,
    tokenHash: hashToken(token),
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_S * 1000),
  });
  return { token, sessionId };
}

/** Whether a session's account is required to have a second factor but has none. */
export function lacksFactor(session: SessionRow): boolean {
  const { has_no_factor, factor_required_of, user_id } = session;
  return has_no_factor && isFactorRequired(factor_required_of, isAdminId(user_id));
}

/** Returns the session with its account; null when it is over, or the account is deactivated. */
export function findLiveSession(sessionId: string): Promise<SessionRow | null> {
  return findLiveSessionById(sessionId);
}

/** The actor has just shown in this session that the account is theirs. */
export async function proveSession({ sessionId }: Actor): Promise<{ success: true }> {
  await noteProof(sessionId);
  return { success: true };
}

/** Ends one session and its streams; does nothing when it is already over. */
export async function closeSession(sessionId: string): Promise<void> {
  const personId = await revokeSession(sessionId);
  if (personId !== null) publishSessionEnd(personId, sessionId);
}

/** Ends every session of an account and their streams. */
export async function closeSessionsOf(personId: PersonId): Promise<void> {
  await revokeSessionsOf(personId);
  publishSessionEnd(personId, null);
}

/**
 * Ends every session of the actor's account except the actor's own, and all of the account's streams: the actor's
 * stream reconnects by itself.
 */
export async function closeOtherSessions({ personId, sessionId }: Actor): Promise<void> {
  await revokeOtherSessionsOf(personId, sessionId);
  publishSessionEnd(personId, null);
}

/** Ends every session of every account except the actor's own. Joins the current transaction. */
export async function closeAllOtherSessions({ sessionId }: Actor): Promise<void> {
  for (const personId of await revokeSessionsBut(sessionId)) publishSessionEnd(personId, null);
}

/** Lists the user's active sessions, most recently used first. */
export function listSessions(actor: Actor): Promise<z.input<typeof sessions.list.response>> {
  return listSessionsOf(actor, actor.personId);
}

/** Lists the active sessions of an account, for its owner or the administrator. */
export async function listSessionsOf(
  actor: Actor,
  personId: PersonId,
): Promise<z.input<typeof sessions.list.response>> {
  const rows = await findActiveSessions(personId, LISTED);
  return {
    sessions: rows.map((session) => ({ ...session, current: session.id === actor.sessionId })),
  };
}

/** @throws AppError not_found */
export async function endSession(actor: Actor, sessionId: string) {
  if (!(await revokeSessionOf(actor.personId, sessionId))) throw new AppError("not_found");
  publishSessionEnd(actor.personId, sessionId);
  return { success: true };
}
