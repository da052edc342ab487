import { execute, firstRow, rows, sql } from "@/server/db/sql";

export type MailKind = "password_reset" | "welcome";

/** Bound of the table's own check. */
export const MAX_ATTEMPTS = 10;

export interface ClaimedMailRow {
  id: number;
  kind: MailKind;
  sealed_link: string;
  attempts: number;
  expires_at: Date;
  name: string;
  email: string;
}

export async function createMail(mail: {
  userId: number;
  kind: MailKind;
  sealedLink: string;
  expiresAt: Date;
}): Promise<number> {
  const row = await firstRow<{ id: number }>(
    sql`INSERT INTO mails (user_id, kind, sealed_link, expires_at)
        VALUES (${mail.userId}, ${mail.kind}, ${mail.sealedLink}, ${mail.expiresAt}) RETURNING id`,
  );
  if (!row) throw new Error("INSERT into mails returned no row");
  return row.id;
}

/** Gives up what is still waiting for this user: its link has just been overtaken. */
export async function abandonMailsOf(userId: number): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL
        WHERE user_id = ${userId} AND sent_at IS NULL AND failed_at IS NULL`,
  );
}

export async function countRecentMails(userId: number, kind: MailKind): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM mails
        WHERE user_id = ${userId} AND kind = ${kind} AND created_at > now() - interval '1 hour'`,
  );
  return row?.count ?? 0;
}

/** Counts an attempt and holds the mail until `retryAt`; null when it is not due, over, or another worker's. */
export function claimMail(mailId: number, retryAt: Date): Promise<ClaimedMailRow | null> {
  return firstRow(
    sql`UPDATE mails m SET attempts = m.attempts + 1, next_attempt_at = ${retryAt}
        FROM users u
        WHERE m.id = ${mailId} AND u.id = m.user_id AND m.sent_at IS NULL AND m.failed_at IS NULL
          AND m.next_attempt_at <= now() AND m.attempts < ${MAX_ATTEMPTS}
        RETURNING m.id, m.kind, m.sealed_link, m.attempts, m.expires_at, u.name, u.email`,
  );
}

export async function scheduleMail(mailId: number, nextAttemptAt: Date): Promise<void> {
  await execute(
    sql`UPDATE mails SET next_attempt_at = ${nextAttemptAt}
        WHERE id = ${mailId} AND sent_at IS NULL AND failed_at IS NULL`,
  );
}

/** The link goes with it. */
export async function markSent(mailId: number): Promise<void> {
  await execute(
    sql`UPDATE mails SET sent_at = now(), failed_at = NULL, sealed_link = NULL WHERE id = ${mailId}`,
  );
}

export async function markFailed(mailId: number): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL WHERE id = ${mailId} AND sent_at IS NULL`,
  );
}

export function findMailsDue(limit: number): Promise<{ id: number; attempts: number }[]> {
  return rows(
    sql`SELECT id, attempts FROM mails
        WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
          AND attempts < ${MAX_ATTEMPTS} AND expires_at > now()
        ORDER BY next_attempt_at LIMIT ${limit}`,
  );
}

/** Gives up what nobody may try again; a worker that died in its last attempt left it so. */
export async function abandonHopelessMails(): Promise<void> {
  await execute(
    sql`UPDATE mails SET failed_at = now(), sealed_link = NULL
        WHERE sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= now()
          AND (attempts >= ${MAX_ATTEMPTS} OR expires_at <= now())`,
  );
}

/** The oldest first, at most so many; sent or given up, they carry nothing any more. */
export async function deleteOldMails(keptDays: number, limit: number): Promise<void> {
  await execute(
    sql`DELETE FROM mails WHERE id IN (
          SELECT id FROM mails WHERE created_at < now() - make_interval(days => ${keptDays})
            AND (sent_at IS NOT NULL OR failed_at IS NOT NULL)
          ORDER BY created_at LIMIT ${limit})`,
  );
}
