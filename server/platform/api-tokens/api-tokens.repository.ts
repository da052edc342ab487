import type { z } from "zod/mini";
import type { ApiToken } from "@/lib/contracts/platform/api-tokens";
import type { ApiScope } from "@/lib/domain/accounts/api-scopes";
import type { Role } from "@/lib/domain/accounts/roles";
import type { Plan } from "@/lib/domain/plans/plan";
import type { Actor, OwnerId, PersonId, Sight } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { SIGHT } from "@/server/platform/db/seen";
import { execute, firstRow, prepared, raw, rows, sql } from "@/server/platform/db/sql";

export type ApiTokenRow = z.input<typeof ApiToken>;

type Maker = Pick<Actor, "ownerId" | "personId">;

/** A token that may be used now, with its account and the person who made it. */
export interface LiveTokenRow {
  id: number;
  scopes: ApiScope[];
  last_used_at: Date | null;
  owner_id: OwnerId;
  person_id: PersonId;
  role: Role;
  sight: Sight | null;
  plan: Plan;
  /** The account waits for its deletion. */
  is_leaving: boolean;
}

/** Who made a token \`t\`: the account's founder, where a version that knew no other person made it. */
const MAKER = raw("coalesce(t.person_id, t.owner_id)");
const COLUMNS = raw("id, name, beginning, scopes, created_at, expires_at, last_used_at");

export function findLiveToken(tokenHash: Buffer): Promise<LiveTokenRow | null> {
  return firstRow(
    prepared(
      "api-token",
      sql`SELECT t.id, t.scopes, t.last_used_at, t.owner_id, u.id AS person_id, u.role, a.plan, a.deletion_at IS NOT NULL AS is_leaving,
                 ${SIGHT}
          FROM api_tokens t JOIN users u ON u.id = ${MAKER} JOIN accounts a ON a.id = u.account_id
          WHERE t.token_hash = ${tokenHash} AND t.revoked_at IS NULL AND u.suspended_at IS NULL AND a.is_active
            AND (t.expires_at IS NULL OR t.expires_at > now())`,
    ),
  );
}

/** Those that a person made, newest first. */
export function findTokens({ ownerId, personId }: Maker): Promise<ApiTokenRow[]> {
  return rows(
    sql`SELECT ${COLUMNS} FROM api_tokens t
        WHERE owner_id = ${ownerId} AND ${MAKER} = ${personId} AND revoked_at IS NULL ORDER BY id DESC`,
  );
}

/**
 * Returns null when the owner has `most` already. Call inside a transaction: creations of one owner run one after the
 * other.
 */
export async function insertToken(
  { ownerId, personId }: Maker,
  token: {
    name: string;
    scopes: readonly ApiScope[];
    tokenHash: Buffer;
    beginning: string;
    expiresInDays: number | null;
  },
  most: number,
): Promise<ApiTokenRow | null> {
  await lockOwner(ownerId);
  return firstRow(
    sql`INSERT INTO api_tokens (owner_id, person_id, name, scopes, token_hash, beginning, expires_at)
        SELECT ${ownerId}::int, ${personId}::int, ${token.name}::text, ${token.scopes}::text[], ${token.tokenHash}::bytea,
               ${token.beginning}::text, now() + make_interval(days => ${token.expiresInDays}::int)
        WHERE (SELECT count(*) FROM api_tokens WHERE owner_id = ${ownerId} AND revoked_at IS NULL) < ${most}
        RETURNING ${COLUMNS}`,
  );
}

export async function touchToken(id: number): Promise<void> {
  await execute(sql`UPDATE api_tokens SET last_used_at = now() WHERE id = ${id}`);
}

/** Returns its name; null when somebody else made it or it is already revoked. */
export async function revokeToken(
  { ownerId, personId }: Maker,
  id: number,
): Promise<string | null> {
  const revoked = await firstRow<{ name: string }>(
    sql`UPDATE api_tokens t SET revoked_at = now()
        WHERE owner_id = ${ownerId} AND ${MAKER} = ${personId} AND id = ${id} AND revoked_at IS NULL RETURNING name`,
  );
  return revoked?.name ?? null;
}

/** Those that a person made. */
export async function revokeTokens({ ownerId, personId }: Maker): Promise<void> {
  await execute(
    sql`UPDATE api_tokens t SET revoked_at = now()
        WHERE owner_id = ${ownerId} AND ${MAKER} = ${personId} AND revoked_at IS NULL`,
  );
}
