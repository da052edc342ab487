import { join, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Counting stops here, so that the query costs the same however many rows wait. */
const MOST_COUNTED = 10_000;

interface Waiting {
  what: string;
  from: Sql;
  /** Selects the work that is due and that no worker has taken. */
  where: Sql;
  /** Column of the time since when it waits. */
  since: Sql;
}

const unclaimed = sql`(lease_until IS NULL OR lease_until < now()) AND (resume_at IS NULL OR resume_at <= now())`;
const since = sql`coalesce(resume_at, created_at)`;
const leased = (what: string, from: Sql, active: Sql): Waiting => ({
  what,
  from,
  where: sql`${active} AND ${unclaimed}`,
  since,
});

/** The kinds of work for workers. A send is looked up after 20 seconds: until then it does not count as waiting. */
const WAITING: readonly Waiting[] = [
  leased("searches", sql`FROM searches`, sql`status = 'processing'`),
  leased("imports", sql`FROM imports`, sql`status = 'processing'`),
  leased("radar_runs", sql`FROM radar_runs`, sql`status = 'processing'`),
  {
    // Also counted between attempts: a mail server that refuses all mails leaves all of them waiting for the next one.
    what: "mails",
    from: sql`FROM mails`,
    where: sql`sent_at IS NULL AND failed_at IS NULL`,
    since: sql`created_at`,
  },
  leased("webhooks", sql`FROM webhook_deliveries`, sql`state = 'waiting'`),
  leased(
    "campaign_runs",
    sql`FROM campaign_runs`,
    sql`status IN ('pending', 'running') AND paused_at IS NULL`,
  ),
  {
    what: "files",
    from: sql`FROM message_media`,
    where: sql`state = 'pending' AND ${unclaimed}`,
    since: sql`coalesce(resume_at, now())`,
  },
  {
    what: "open_sends",
    from: sql`FROM sends`,
    where: sql`opened_at < now() - interval '20 seconds'`,
    since: sql`opened_at`,
  },
  {
    what: "scheduled_messages",
    from: sql`FROM scheduled_messages`,
    where: sql`state = 'scheduled' AND send_at <= now() AND (not_before IS NULL OR not_before <= now())`,
    since: sql`send_at`,
  },
  { what: "site_checks", from: sql`FROM site_checks`, where: sql`true`, since: sql`queued_at` },
];

export function findWaiting(): Promise<{ what: string; count: number; oldest_s: number }[]> {
  const counts = WAITING.map(
    ({ what, from, where, since }) =>
      sql`SELECT ${what}::text AS what, count(*)::int AS count,
                 coalesce(extract(epoch FROM now() - min(since)), 0)::float8 AS oldest_s
          FROM (SELECT ${since} AS since ${from} WHERE ${where} LIMIT ${MOST_COUNTED}) AS due`,
  );
  return rows(join(counts, " UNION ALL "));
}

export function countConnections(): Promise<
  { kind: "number" | "socket"; state: string; count: number }[]
> {
  return rows(
    sql`SELECT 'number' AS kind, status AS state, count(*)::int AS count FROM whatsapp_instances GROUP BY status
        UNION ALL SELECT 'socket', state, count(*)::int FROM whatsapp_sockets WHERE wanted GROUP BY state`,
  );
}

export interface Facts {
  workers: number;
  dead_letters: number;
  billing_alerts: number;
  billing_events: number;
  credits: number;
  held: boolean;
  registry_days: number | null;
  backup_s: number;
}

export async function findFacts(): Promise<Facts> {
  const [facts] = await rows<Facts>(
    sql`SELECT
          (SELECT count(*)::int FROM worker_heartbeats WHERE seen_at > now() - interval '30 seconds') AS workers,
          (SELECT count(*)::int FROM (SELECT 1 FROM webhook_dead_letters LIMIT ${MOST_COUNTED}) AS x) AS dead_letters,
          (SELECT count(*)::int FROM billing_alerts WHERE resolved_at IS NULL) AS billing_alerts,
          (SELECT count(*)::int FROM billing_events WHERE state = 'unmatched') AS billing_events,
          (SELECT coalesce(sum(used), 0)::int FROM credit_days
           WHERE day = (now() AT TIME ZONE 'America/Sao_Paulo')::date) AS credits,
          (SELECT coalesce(bool_or(held_since IS NOT NULL), false) FROM installation) AS held,
          (SELECT extract(day FROM now() - (month || '-01')::date)::int FROM registry_imports
           WHERE served = 'current') AS registry_days,
          coalesce(extract(epoch FROM now() - coalesce(
            (SELECT last_run_at FROM duty_runs WHERE name = 'backup'),
            (SELECT min(created_at) FROM accounts))), 0)::float8 AS backup_s`,
  );
  if (!facts) throw new Error("SELECT returned no row");
  return facts;
}

/** The twenty slowest statements on average, among those that ran at least ten times; none without the extension. */
export async function findSlowestStatements(): Promise<{ id: string; mean_s: number }[]> {
  const [view] = await rows<{ name: string | null }>(
    sql`SELECT to_regclass('pg_stat_statements')::text AS name`,
  );
  if (!view?.name) return [];
  return rows(
    sql`SELECT queryid::text AS id, max(mean_exec_time) / 1000 AS mean_s
        FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database()
        WHERE calls >= 10 AND queryid IS NOT NULL GROUP BY queryid ORDER BY mean_s DESC LIMIT 20`,
  );
}
