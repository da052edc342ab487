import { AUTOMATIC } from "@/lib/domain/events/event-subject";
import type { Period } from "@/lib/domain/time/period";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, prepared, rows, type Sql, sql } from "@/server/platform/db/sql";

/**
 * The events of a period, from the hourly sums where they exist, and one by one after them: always exact. One statement
 * reads both at the same moment.
 */
function selectCounted(
  ownerId: OwnerId,
  { from, to, start, end }: Period,
  eventType: string | null,
) {
  const ofType = eventType === null ? empty : sql`AND event_type = ${eventType}`;
  return sql`
    SELECT day, hour, event_type, subject, events, quantity, credits_used FROM event_hours
    WHERE owner_id = ${ownerId} AND day BETWEEN ${from}::date AND ${to}::date ${ofType}
    UNION ALL
    SELECT (occurred_at AT TIME ZONE 'America/Sao_Paulo')::date,
           extract(hour FROM occurred_at AT TIME ZONE 'America/Sao_Paulo')::int, event_type, event_subject(metadata),
           1, quantity, credits_used
    FROM events
    WHERE owner_id = ${ownerId} AND occurred_at >= greatest(${start}, (SELECT through FROM event_rollup))
      AND occurred_at < ${end} ${ofType}`;
}

export function countByType(
  ownerId: OwnerId,
  period: Period,
  eventType: string | null,
): Promise<{ event_type: string; count: number; entries: number; credits_used: number }[]> {
  return rows(
    prepared(
      `count events by type${eventType === null ? "" : ", one type"}`,
      sql`SELECT event_type, sum(quantity)::float8 AS count, sum(events)::float8 AS entries,
                 sum(credits_used)::float8 AS credits_used
          FROM (${selectCounted(ownerId, period, eventType)}) AS counted
          GROUP BY event_type ORDER BY count DESC, event_type`,
    ),
  );
}

export function countByDay(
  ownerId: OwnerId,
  period: Period,
  eventType: string | null,
): Promise<{ day: string; event_type: string; count: number; credits_used: number }[]> {
  return rows(
    prepared(
      `count events by day${eventType === null ? "" : ", one type"}`,
      sql`SELECT day, event_type, sum(quantity)::float8 AS count, sum(credits_used)::float8 AS credits_used
          FROM (${selectCounted(ownerId, period, eventType)}) AS counted GROUP BY day, event_type`,
    ),
  );
}

/** Messages that people sent, by ISO weekday and hour: a machine answers whenever it is written to. */
export function countAnswersByWeekHour(
  ownerId: OwnerId,
  period: Period,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  return rows(
    prepared(
      "count answers by hour of the week",
      sql`SELECT extract(isodow FROM day)::int AS weekday, hour, sum(quantity)::float8 AS count
          FROM (${selectCounted(ownerId, period, "message_received")}) AS counted
          WHERE subject <> ${AUTOMATIC} GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  );
}

export interface EventRow {
  id: string;
  event_type: string;
  occurred_at: Date;
  metadata: Record<string, unknown>;
  credits_used: number;
  quantity: number;
}

/** Newest first. */
export function findEvents(
  ownerId: OwnerId,
  { start, end }: Period,
  { eventType, limit, offset }: { eventType: string | null; limit: number; offset: number },
): Promise<EventRow[]> {
  const ofType: Sql = eventType === null ? empty : sql`AND event_type = ${eventType}`;
  return rows(
    prepared(
      `find events${eventType === null ? "" : " of one type"}`,
      sql`SELECT id, event_type, occurred_at, metadata, credits_used, quantity FROM events
          WHERE owner_id = ${ownerId} AND occurred_at >= ${start} AND occurred_at < ${end} ${ofType}
          ORDER BY occurred_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`,
    ),
  );
}

/** Until when events are summed up. */
export async function findRolledUpTo(): Promise<Date> {
  const row = await prisma.eventRollup.findFirst({ select: { through: true } });
  if (!row) throw new Error("The row of event_rollup is missing.");
  return row.through;
}
