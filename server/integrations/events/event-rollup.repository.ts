import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** An event's transaction ends long before this, so that no event is added to an hour that was summed up. */
const SETTLED_MINUTES = 15;
/** At most so much is summed up in one transaction. */
const MAX_HOURS = 24;

const HOUR = sql`owner_id, day, hour, event_type, subject, events, quantity, credits_used, first_at, last_at`;
/** Grouped by the first five. */
const BY_HOUR = sql`owner_id, (occurred_at AT TIME ZONE 'America/Sao_Paulo')::date,
  extract(hour FROM occurred_at AT TIME ZONE 'America/Sao_Paulo')::int, event_type, event_subject(metadata),
  count(*), sum(quantity), sum(credits_used), min(occurred_at), max(occurred_at)`;

/**
 * Sums up the next completed hours. Returns true when more are left; false when there are none, or another process is
 * doing it. Call inside a transaction.
 */
export async function rollUpHours(): Promise<boolean> {
  const due = await firstRow<{ from: Date; to: Date; more: boolean }>(
    sql`SELECT through AS "from", least(settled, through + make_interval(hours => ${MAX_HOURS})) AS "to",
               settled > through + make_interval(hours => ${MAX_HOURS}) AS more
        FROM event_rollup, LATERAL (SELECT date_trunc('hour', now() - make_interval(mins => ${SETTLED_MINUTES}))) AS s (settled)
        WHERE settled > through FOR UPDATE OF event_rollup SKIP LOCKED`,
  );
  if (!due) return false;
  await execute(
    sql`INSERT INTO event_hours (${HOUR})
        SELECT ${BY_HOUR} FROM events
        WHERE occurred_at >= ${due.from} AND occurred_at < ${due.to}
        GROUP BY 1, 2, 3, 4, 5`,
  );
  await prisma.eventRollup.updateMany({ data: { through: due.to } });
  return due.more;
}

/** Recomputes an owner's hourly counts, after events were inserted with past times. Call inside a transaction. */
export async function recountHours(ownerId: OwnerId): Promise<void> {
  await execute(sql`SELECT 1 FROM event_rollup FOR UPDATE`);
  await prisma.eventHour.deleteMany({ where: { owner_id: ownerId } });
  await execute(
    sql`INSERT INTO event_hours (${HOUR})
        SELECT ${BY_HOUR} FROM events
        WHERE owner_id = ${ownerId} AND occurred_at < (SELECT through FROM event_rollup)
        GROUP BY 1, 2, 3, 4, 5`,
  );
}

/** Creates the partitions of this month and of the next ones. */
export async function createComingMonths(count: number): Promise<void> {
  await execute(
    sql`SELECT create_event_month((date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n))::date)
        FROM generate_series(0, ${count}::int) AS n`,
  );
}

/** Deletes partitions that ended more than `months` months ago. */
/** Returns how many of their hours it deleted; the months themselves are dropped as a whole. */
export async function dropOldMonths(months: number): Promise<number> {
  const before = sql`(now() - make_interval(months => ${months}))::date`;
  await execute(sql`SELECT drop_event_months(${before})`);
  return execute(sql`DELETE FROM event_hours WHERE day < ${before}`);
}
