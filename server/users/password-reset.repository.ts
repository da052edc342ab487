import { execute, firstRow, sql } from "@/server/db/sql";

/** Takes the place of the token that was there: one account, one token. */
export async function putPasswordReset(
  userId: number,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  await execute(
    sql`INSERT INTO password_resets (user_id, token_hash, expires_at) VALUES (${userId}, ${tokenHash}, ${expiresAt})
        ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
  );
}

export function findPasswordReset(tokenHash: Buffer): Promise<{ user_id: number } | null> {
  return firstRow(
    sql`SELECT user_id FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > now()`,
  );
}

/** Uses the token up: of many at once, one gets the account it is for. */
export function takePasswordReset(tokenHash: Buffer): Promise<{ user_id: number } | null> {
  return firstRow(
    sql`DELETE FROM password_resets r USING users u
        WHERE r.token_hash = ${tokenHash} AND r.expires_at > now() AND u.id = r.user_id AND u.is_active
        RETURNING r.user_id`,
  );
}

export async function deletePasswordReset(userId: number): Promise<void> {
  await execute(sql`DELETE FROM password_resets WHERE user_id = ${userId}`);
}
