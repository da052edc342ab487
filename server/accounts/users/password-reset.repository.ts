import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

/** Replaces the account's previous token, if any. */
export async function upsertPasswordReset(
  personId: PersonId,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<void> {
  const token = { token_hash: new Uint8Array(tokenHash), expires_at: expiresAt };
  await prisma.passwordReset.upsert({
    where: { user_id: personId },
    create: { user_id: personId, ...token },
    update: token,
    select: { user_id: true },
  });
}

export function findPasswordReset(tokenHash: Buffer): Promise<{ user_id: PersonId } | null> {
  return firstRow(
    sql`SELECT user_id FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > now()`,
  );
}

/** Consumes the token: only one of several concurrent calls gets its account. */
export function consumePasswordReset(
  tokenHash: Buffer,
): Promise<{ user_id: PersonId; account_id: OwnerId } | null> {
  return firstRow(
    sql`DELETE FROM password_resets r USING users u JOIN accounts a ON a.id = u.account_id
        WHERE r.token_hash = ${tokenHash} AND r.expires_at > now() AND u.id = r.user_id AND a.is_active
          AND u.suspended_at IS NULL
        RETURNING r.user_id, u.account_id`,
  );
}

/** For all accounts: a restored backup contains links that were used since. */
export async function deleteAllPasswordResets(): Promise<void> {
  await prisma.passwordReset.deleteMany({});
}

export async function deletePasswordReset(personId: PersonId): Promise<void> {
  await prisma.passwordReset.deleteMany({ where: { user_id: personId } });
}
