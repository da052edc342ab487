import type { z } from "zod/mini";
import type { ActiveSession } from "@/lib/contracts/platform/sessions";
import type { FactorRequiredOf } from "@/lib/domain/accounts/required-factor";
import type { Role } from "@/lib/domain/accounts/roles";
import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId, PersonId, Sight } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { SIGHT } from "@/server/platform/db/seen";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

export interface SessionRow {
  session_id: string;
  kind: "browser" | "api";
  user_id: PersonId;
  account_id: OwnerId;
  role: Role;
  sight: Sight | null;
  name: string;
  email: string;
  plan: Plan;
  last_seen_at: Date;
  /** Whether the session was opened, or the account's proof given in it, within PROVED_MINUTES. */
  is_proved: boolean;
  /** When the account is to be deleted, as its owner asked. */
  deletion_at: Date | null;
  /** Null before the installation's first start. */
  factor_required_of: FactorRequiredOf | null;
  /** Where no second factor is required, false without a check. */
  has_no_factor: boolean;
}

type ActiveSessionRow = Omit<z.input<typeof ActiveSession>, "current">;

/** How long a sign-in counts as proof of the account. */
const PROVED_MINUTES = 15;

const LIVE = sql`s.revoked_at IS NULL AND s.expires_at > now() AND u.suspended_at IS NULL AND a.is_active`;
const COLUMNS = sql`s.id AS session_id, s.kind, u.id AS user_id, u.account_id, u.role, u.name, u.email, a.plan, s.last_seen_at, a.deletion_at,
  coalesce(s.proved_at, s.created_at) > now() - make_interval(mins => ${PROVED_MINUTES}) AS is_proved,
  i.factor_required_of, ${SIGHT},
  CASE WHEN i.factor_required_of <> 'nobody' THEN
    NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.owner_id = u.id)
  ELSE FALSE END AS has_no_factor`;
const SESSIONS = sql`sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
  LEFT JOIN installation i ON TRUE`;

export function findLiveSessionByToken(tokenHash: Buffer): Promise<SessionRow | null> {
  return firstRow(
    prepared(
      "session-by-token",
      sql`SELECT ${COLUMNS} FROM ${SESSIONS}
          WHERE s.token_hash = ${tokenHash} AND ${LIVE}`,
    ),
  );
}

export function findLiveSessionById(sessionId: string): Promise<SessionRow | null> {
  return firstRow(
    prepared(
      "session-by-id",
      sql`SELECT ${COLUMNS} FROM ${SESSIONS}
          WHERE s.id = ${sessionId}::uuid AND ${LIVE}`,
    ),
  );
}

export async function createSession(session: {
  personId: PersonId;
  kind: "browser" | "api";
  tokenHash: Buffer;
  expiresAt: Date;
  userAgent: string | null;
  ip: string;
}): Promise<string> {
  const { id } = await prisma.session.create({
    data: {
      user_id: session.personId,
      kind: session.kind,
      token_hash: new Uint8Array(session.tokenHash),
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      ip: session.ip,
    },
    select: { id: true },
  });
  return id;
}

/** Returns its user's id; null when it is already over. */
export async function revokeSession(sessionId: string): Promise<PersonId | null> {
  const revoked = await firstRow<{ user_id: PersonId }>(
    sql`UPDATE sessions SET revoked_at = now() WHERE id = ${sessionId}::uuid AND revoked_at IS NULL
        RETURNING user_id`,
  );
  return revoked?.user_id ?? null;
}

/** Returns false when the session is another user's or already over. */
export async function revokeSessionOf(personId: PersonId, sessionId: string): Promise<boolean> {
  const ended = await execute(
    sql`UPDATE sessions SET revoked_at = now()
        WHERE user_id = ${personId} AND id = ${sessionId}::uuid AND revoked_at IS NULL AND expires_at > now()`,
  );
  return ended === 1;
}

export async function revokeSessionsOf(personId: PersonId): Promise<void> {
  await execute(
    sql`UPDATE sessions SET revoked_at = now() WHERE user_id = ${personId} AND revoked_at IS NULL`,
  );
}

export async function revokeOtherSessionsOf(personId: PersonId, keptId: string): Promise<void> {
  await execute(
    sql`UPDATE sessions SET revoked_at = now()
        WHERE user_id = ${personId} AND id <> ${keptId}::uuid AND revoked_at IS NULL`,
  );
}

/** Ends the sessions of every account except this one. Returns the ids of their users. */
export async function revokeSessionsBut(keptId: string): Promise<PersonId[]> {
  const ended = await rows<{ user_id: PersonId }>(
    sql`WITH ended AS (
          UPDATE sessions SET revoked_at = now()
          WHERE id <> ${keptId}::uuid AND revoked_at IS NULL AND expires_at > now() RETURNING user_id)
        SELECT DISTINCT user_id FROM ended`,
  );
  return ended.map(({ user_id }) => user_id);
}

export function findActiveSessions(personId: PersonId, limit: number): Promise<ActiveSessionRow[]> {
  return rows(
    sql`SELECT id, kind, user_agent, ip, created_at, last_seen_at FROM sessions
        WHERE user_id = ${personId} AND revoked_at IS NULL AND expires_at > now()
        ORDER BY last_seen_at DESC, created_at DESC LIMIT ${limit}`,
  );
}

export async function touchSession(sessionId: string): Promise<void> {
  await execute(sql`UPDATE sessions SET last_seen_at = now() WHERE id = ${sessionId}::uuid`);
}

export async function noteProof(sessionId: string): Promise<void> {
  await execute(sql`UPDATE sessions SET proved_at = now() WHERE id = ${sessionId}::uuid`);
}
