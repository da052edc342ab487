import { empty, execute, firstRow, raw, rows, type Sql, sql } from "./sql";

/** A table whose rows are processed by one worker at a time under a lease. */
interface LeasedTable {
  table:
    | "searches"
    | "imports"
    | "campaign_runs"
    | "mails"
    | "message_media"
    | "registry_imports"
    | "radar_runs"
    | "whatsapp_sockets"
    | "billing_events"
    | "billing_orders"
    | "webhook_deliveries"
    | "privacy_requests"
    | "account_deletions"
    | "account_exports";
  /** Column of the account's id; of the person's, for rows that are `ofPerson`. */
  owner: "owner_id" | "user_id";
  ofPerson?: true;
  /** True for rows that are not over. */
  active: Sql;
  /** What a claim sets in addition to the lease. */
  onClaim?: Sql;
  /** False when the table has no stop_at: nobody can ask a row to stop. */
  stoppable: boolean;
  /** How often a row may fail or lose its worker without making progress. */
  maxAttempts: number;
  /**
   * Rows that are processed even for a deactivated account: what must be ended, or does not belong to the account. Null
   * when there are none.
   */
  evenInactive: Sql | null;
  /**
   * Also processed for an account that waits for its deletion: incoming data, and what its owner requests or is
   * notified of.
   */
  evenLeaving?: true;
  /**
   * How many rows of one owner may be active at once, and the first key of the advisory lock that serialises their
   * claims. A row that waits for its next attempt counts too, unless `waitingCounts` is false.
   */
  perOwner?: { atOnce: number; lockKey: number; waitingCounts?: false };
  /** Only these rows are claimed, and count for the owner: the table's others have separate queries. */
  lane?: Sql;
}

interface ClaimedRow {
  owner_id: number;
  lease_no: number;
  attempts: number;
}

interface QueuedRow {
  id: number;
  lease_no: number;
}

/** The queue delivers a delayed job on time; the sweep only picks up jobs that the queue lost. */
const SWEEP_GRACE = sql`interval '2 seconds'`;
/** A delayed job may wake slightly early by the database's clock. */
const EARLY = sql`interval '250 milliseconds'`;

/**
 * For a SET: makes the row due at once. A row that a worker holds keeps the mark, so that the worker's own release,
 * decided before, does not delay the row.
 */
export const WAKE = sql`resume_at = CASE WHEN lease_until IS NOT NULL THEN now() END`;

/**
 * The statements that claim, renew, release and find the rows of one table. Every write but the claim checks the
 * lease number that the claim returned, so that a worker that lost its lease changes nothing.
 */
export function leaseQueries(leased: LeasedTable) {
  const table = raw(leased.table);
  const owner = raw(leased.owner);
  const { active, perOwner, maxAttempts } = leased;
  const lane = leased.lane ? sql`AND ${leased.lane}` : empty;
  const stopRequested = leased.stoppable ? sql`stop_at IS NOT NULL` : sql`false`;
  const busy = (of: Sql, grace: Sql = empty) =>
    sql`coalesce(greatest(${of}lease_until, ${of}resume_at${grace}) >= now(), false)`;
  const staying = leased.evenLeaving ? empty : sql`AND a.deletion_at IS NULL`;
  const account = leased.ofPerson
    ? sql`(SELECT account_id FROM users WHERE id = ${table}.${owner})`
    : sql`${table}.${owner}`;
  /** Its owner's account is active and stays, or that does not matter. */
  const wanted = sql`(${leased.evenInactive ?? sql`false`}
    OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = ${account} AND a.is_active ${staying}))`;
  /** Whether the row takes one of the owner's places. */
  const placed = (of: Sql) =>
    perOwner?.waitingCounts === false ? sql`${of}lease_until >= now()` : busy(of);

  return {
    maxAttempts,

    /**
     * Takes the row under a new lease number. Returns null when another worker holds it, it is over, it is not due
     * yet, its owner has enough active rows or is not active. An expired lease counts as an attempt: its worker died.
     */
    async claim(id: number, leaseSeconds: number): Promise<ClaimedRow | null> {
      if (perOwner) {
        // Serialises the claims of one owner; two at once would both count one too few.
        await execute(
          sql`SELECT pg_advisory_xact_lock(${perOwner.lockKey}, ${owner}) FROM ${table} WHERE id = ${id}`,
        );
      }
      const room = perOwner
        ? sql`AND (SELECT count(*) FROM (SELECT * FROM ${table} WHERE ${active} ${lane}) AS other
                   WHERE other.${owner} = ${table}.${owner} AND other.id <> ${table}.id
                     AND ${placed(raw("other."))}) < ${perOwner.atOnce}`
        : empty;
      return firstRow(
        sql`UPDATE ${table} SET ${leased.onClaim ? sql`${leased.onClaim},` : empty}
              lease_no = lease_no + 1, lease_until = now() + make_interval(secs => ${leaseSeconds}), resume_at = NULL,
              attempts = least(attempts + (lease_until IS NOT NULL)::int, ${maxAttempts})
            WHERE id = ${id} AND ${active} AND (lease_until IS NULL OR lease_until < now())
              AND (resume_at IS NULL OR resume_at <= now() + ${EARLY}) AND ${wanted} ${lane} ${room}
            RETURNING ${owner} AS owner_id, lease_no, attempts`,
      );
    },

    /** Returns false when the lease was lost, the row is over or its owner is not active any more. */
    async renew(id: number, leaseNo: number, leaseSeconds: number): Promise<boolean> {
      const renewed = await execute(
        sql`UPDATE ${table} SET lease_until = now() + make_interval(secs => ${leaseSeconds})
            WHERE id = ${id} AND lease_no = ${leaseNo} AND ${active} AND ${wanted}`,
      );
      return renewed === 1;
    },

    /** Locks the row until the running transaction ends. Returns false when the lease was lost or the row is over. */
    async lock(id: number, leaseNo: number): Promise<boolean> {
      const held = await firstRow(
        sql`SELECT 1 FROM ${table} WHERE id = ${id} AND lease_no = ${leaseNo} AND ${active} FOR NO KEY UPDATE`,
      );
      return held !== null;
    },

    /**
     * Releases the lease. The row cannot be claimed before `resumeAt`, if given, unless somebody woke it meanwhile;
     * `attempts` is reset unless it failed.
     */
    async release(
      id: number,
      leaseNo: number,
      { resumeAt, failed }: { resumeAt: Date | null; failed: boolean },
    ): Promise<void> {
      await execute(
        sql`UPDATE ${table} SET lease_until = NULL, resume_at = CASE WHEN resume_at IS NULL THEN ${resumeAt}::timestamptz END,
                   attempts = CASE WHEN ${failed} THEN attempts ELSE 0 END
            WHERE id = ${id} AND lease_no = ${leaseNo} AND ${active}`,
      );
    },

    /** Counts a failure. Returns null when the lease was lost or the row is over. */
    countAttempt(
      id: number,
      leaseNo: number,
    ): Promise<{ attempts: number; stop_requested: boolean } | null> {
      return firstRow(
        sql`UPDATE ${table} SET attempts = least(attempts + 1, ${maxAttempts})
            WHERE id = ${id} AND lease_no = ${leaseNo} AND ${active}
            RETURNING attempts, ${stopRequested} AS stop_requested`,
      );
    },

    /** Due rows that no worker holds: per owner the oldest, as many as may be active. */
    findUnclaimed(limit: number): Promise<QueuedRow[]> {
      if (!perOwner) {
        return rows(
          sql`SELECT id, lease_no FROM ${table}
              WHERE ${active} AND NOT ${busy(empty, sql` + ${SWEEP_GRACE}`)} AND ${wanted} ${lane} ORDER BY id LIMIT ${limit}`,
        );
      }
      return rows(
        sql`SELECT id, lease_no FROM (
              SELECT id, lease_no, ${busy(empty, sql` + ${SWEEP_GRACE}`)} AS busy,
                     row_number() OVER (PARTITION BY ${owner}, ${busy(empty)} ORDER BY id)
                       + count(*) FILTER (WHERE ${placed(empty)}) OVER (PARTITION BY ${owner}) AS place
              FROM ${table} WHERE ${active} AND ${wanted} ${lane}
            ) AS waiting
            WHERE NOT busy AND place <= ${perOwner.atOnce} ORDER BY place, id LIMIT ${limit}`,
      );
    },

    /** The owner's oldest row that waits only because the owner has enough active rows. */
    findWaiting(ownerId: number): Promise<QueuedRow | null> {
      return firstRow(
        sql`SELECT id, lease_no FROM ${table}
            WHERE ${owner} = ${ownerId} AND ${active} AND lease_until IS NULL AND resume_at IS NULL ${lane}
            ORDER BY id LIMIT 1`,
      );
    },
  };
}
