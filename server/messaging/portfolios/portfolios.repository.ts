import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

export interface PortfolioLimitRow {
  account_ref: string;
  daily_limit: number | null;
  told_at: Date | null;
}

/** Meta's last answer about a business account; `fresh` when it was asked within `minutes`. */
export function findLimit(
  account: string,
  minutes: number,
): Promise<(PortfolioLimitRow & { fresh: boolean }) | null> {
  return firstRow(
    sql`SELECT account_ref, daily_limit, told_at, asked_at > now() - make_interval(mins => ${minutes}) AS fresh
        FROM portfolio_limits WHERE account_ref = ${account}`,
  );
}

/** Stores Meta's answer: a number, or null for no limit. */
export async function storeLimit(account: string, limit: number | null): Promise<void> {
  await execute(
    sql`INSERT INTO portfolio_limits (account_ref, daily_limit, told_at, asked_at) VALUES (${account}, ${limit}, now(), now())
        ON CONFLICT (account_ref) DO UPDATE SET daily_limit = excluded.daily_limit, told_at = now(), asked_at = now()`,
  );
}

/** Records that Meta was asked without a result, which keeps its earlier answer. */
export async function storeSilence(account: string): Promise<void> {
  await execute(
    sql`INSERT INTO portfolio_limits (account_ref, asked_at) VALUES (${account}, now())
        ON CONFLICT (account_ref) DO UPDATE SET asked_at = now()`,
  );
}

/**
 * Locks the limits of these business accounts, in a fixed order, until the current transaction ends: no other
 * transaction claims a message to a new person for them. Leaves out unknown accounts.
 */
export function lockLimits(accounts: readonly string[]): Promise<PortfolioLimitRow[]> {
  return rows(
    prepared(
      "lock portfolio limits",
      sql`SELECT account_ref, daily_limit, told_at FROM portfolio_limits
          WHERE account_ref = ANY (${[...new Set(accounts)]}::text[]) AND told_at IS NOT NULL
          ORDER BY account_ref COLLATE "C" FOR NO KEY UPDATE`,
    ),
  );
}

/**
 * Takes accounts of connected numbers that Meta was not asked about for `hours`; no other worker takes them for a
 * while.
 */
export function claimUnasked(hours: number, limit: number): Promise<{ account_ref: string }[]> {
  return rows(
    sql`WITH due AS (
          SELECT i.account_ref FROM whatsapp_instances i LEFT JOIN portfolio_limits k ON k.account_ref = i.account_ref
          WHERE i.status = 'CONNECTED' AND i.account_ref IS NOT NULL
            AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = i.owner_id AND a.is_active)
            AND (k.asked_at IS NULL OR k.asked_at < now() - make_interval(hours => ${hours}))
          GROUP BY i.account_ref ORDER BY min(k.asked_at) NULLS FIRST, i.account_ref LIMIT ${limit}
        )
        INSERT INTO portfolio_limits AS p (account_ref, asked_at)
        SELECT account_ref, now() FROM due ORDER BY account_ref COLLATE "C"
        ON CONFLICT (account_ref) DO UPDATE SET asked_at = now() WHERE p.asked_at < now() - make_interval(hours => ${hours})
        RETURNING account_ref`,
  );
}
