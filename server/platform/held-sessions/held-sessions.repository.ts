import { lockOwner } from "@/server/platform/db/owner-lock";
import { firstRow, sql } from "@/server/platform/db/sql";

/**
 * Locks the account, and keeps the session, or the API token that is used instead of one, from ending before the
 * current transaction does. Returns false when it is over.
 */
export async function holdCredential(
  userId: number,
  sessionId: string,
  tokenId: number | undefined,
): Promise<boolean> {
  await lockOwner(userId);
  const live =
    tokenId === undefined
      ? sql`SELECT FROM sessions s JOIN users u ON u.id = s.user_id
            WHERE s.id = ${sessionId}::uuid AND s.user_id = ${userId} AND s.revoked_at IS NULL AND s.expires_at > now()
              AND u.is_active FOR SHARE OF s`
      : sql`SELECT FROM api_tokens t JOIN users u ON u.id = t.owner_id
            WHERE t.id = ${tokenId} AND t.owner_id = ${userId} AND t.revoked_at IS NULL AND u.is_active
            FOR SHARE OF t`;
  return (await firstRow(live)) !== null;
}
