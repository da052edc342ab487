import type { Actor } from "@/server/platform/actor";
import { lockOwner, lockPerson } from "@/server/platform/db/owner-lock";
import { firstRow, sql } from "@/server/platform/db/sql";

/** What a request came with: a session, or an API token that is used instead of one. */
export type Credential = Pick<Actor, "ownerId" | "personId" | "sessionId" | "apiTokenId">;

/**
 * Locks the account and the person, and keeps the credential from ending before the current transaction does. Returns
 * false when it is over.
 */
export async function holdCredential(by: Credential): Promise<boolean> {
  await lockOwner(by.ownerId);
  await lockPerson(by.personId);
  const live =
    by.apiTokenId === undefined
      ? sql`SELECT FROM sessions s JOIN users u ON u.id = s.user_id JOIN accounts a ON a.id = u.account_id
            WHERE s.id = ${by.sessionId}::uuid AND s.user_id = ${by.personId} AND s.revoked_at IS NULL
              AND s.expires_at > now() AND u.suspended_at IS NULL AND a.is_active FOR SHARE OF s`
      : sql`SELECT FROM api_tokens t JOIN accounts a ON a.id = t.owner_id JOIN users u ON u.id = ${by.personId}
            WHERE t.id = ${by.apiTokenId} AND t.owner_id = ${by.ownerId} AND t.revoked_at IS NULL
              AND u.suspended_at IS NULL AND a.is_active
            FOR SHARE OF t`;
  return (await firstRow(live)) !== null;
}
