import type { z } from "zod/mini";
import type { EventLine } from "@/lib/contracts/insights/event-story";
import type { Period } from "@/lib/domain/time/period";
import type { OwnerId } from "@/server/platform/actor";
import { empty, prepared, rows, type Sql, sql } from "@/server/platform/db/sql";
import type { EventRow } from "./event-reports.repository";

type Line = Omit<z.input<typeof EventLine>, "about" | "answers" | "metadata" | "lead">;
export type LineRow = Line & {
  /** Null for a campaign or list that was deleted, and for events about neither. */
  name: string | null;
  activity_id: number | null;
  list_id: number | null;
  metadata: Record<string, unknown> | null;
  lead_id: number | null;
  lead_name: string | null;
};

/** One row without a line when the page has no lines. */
type PageRow = { total: number } & (LineRow | { [Name in keyof LineRow]: null });

/**
 * One page of the lines of a period, the latest first, with the total: from the hours that are summed up, and from the
 * events since.
 */
export async function findLines(
  ownerId: OwnerId,
  { from, to, start, end }: Period,
  { eventType, limit, offset }: { eventType: string | null; limit: number; offset: number },
): Promise<{ lines: LineRow[]; total: number }> {
  const ofType = eventType === null ? empty : sql`AND event_type = ${eventType}`;
  const found = await rows<PageRow>(
    prepared(
      `find lines of the story${eventType === null ? "" : " of one type"}`,
      sql`WITH counted AS (
            SELECT day, event_type, subject, events, quantity, credits_used,
                   coalesce(first_at, (day + make_interval(hours => hour)) AT TIME ZONE 'America/Sao_Paulo') AS first_at,
                   coalesce(last_at, (day + make_interval(hours => hour)) AT TIME ZONE 'America/Sao_Paulo') AS last_at
            FROM event_hours
            WHERE owner_id = ${ownerId} AND day BETWEEN ${from}::date AND ${to}::date ${ofType}
            UNION ALL
            SELECT (occurred_at AT TIME ZONE 'America/Sao_Paulo')::date, event_type, event_subject(metadata), 1, quantity,
                   credits_used, occurred_at, occurred_at
            FROM events
            WHERE owner_id = ${ownerId} AND occurred_at >= greatest(${start}, (SELECT through FROM event_rollup))
              AND occurred_at < ${end} ${ofType}
          ), lines AS (
            SELECT day, event_type, subject, split_part(subject, ' ', 1) AS kind,
                   nullif(split_part(subject, ' ', 2), '')::int AS subject_id, sum(events)::float8 AS entries,
                   sum(quantity)::float8 AS count, sum(credits_used)::float8 AS credits_used,
                   min(first_at) AS first_at, max(last_at) AS last_at
            FROM counted GROUP BY day, event_type, subject
          ), page AS (
            SELECT * FROM lines ORDER BY day DESC, last_at DESC, event_type, subject LIMIT ${limit} OFFSET ${offset}
          )
          SELECT total, p.day, p.event_type, p.subject, p.entries, p.count, p.credits_used, p.first_at, p.last_at,
                 coalesce(c.name, i.file_name, l.name) AS name, c.id AS activity_id, l.id AS list_id,
                 latest.metadata, lead.id AS lead_id, lead.name AS lead_name
          FROM (SELECT count(*)::int AS total FROM lines) AS counts
          LEFT JOIN page p ON true
          LEFT JOIN campaigns c
            ON c.owner_id = ${ownerId} AND p.kind = 'campaign' AND c.id = p.subject_id AND c.deleted_at IS NULL
          LEFT JOIN searches s ON s.owner_id = ${ownerId} AND p.kind = 'search' AND s.id = p.subject_id
          LEFT JOIN imports i ON i.owner_id = ${ownerId} AND p.kind = 'import' AND i.id = p.subject_id
          LEFT JOIN lists l
            ON l.owner_id = ${ownerId}
            AND l.id = CASE p.kind WHEN 'search' THEN s.list_id WHEN 'import' THEN i.list_id WHEN 'list' THEN p.subject_id END
          LEFT JOIN LATERAL (
            SELECT metadata FROM events
            WHERE owner_id = ${ownerId} AND event_type = p.event_type AND occurred_at = p.last_at
              AND event_subject(metadata) = p.subject
            ORDER BY id DESC LIMIT 1
          ) AS latest ON true
          LEFT JOIN leads lead ON lead.owner_id = ${ownerId} AND lead.id = ${leadOfEvent(ownerId)}
          ORDER BY p.day DESC, p.last_at DESC, p.event_type, p.subject`,
    ),
  );
  return {
    lines: found.flatMap(({ total: _total, ...line }) => (line.day === null ? [] : line)),
    total: found[0]?.total ?? 0,
  };
}

/** An id of an event's metadata, which may have any shape. */
function idIn(field: "lead_id" | "message_id"): Sql {
  return sql`CASE WHEN metadata ->> ${field}::text ~ '^\\d{1,9}$' THEN (metadata ->> ${field}::text)::int END`;
}

/** The lead that an event names, or the one that its message went to. */
function leadOfEvent(ownerId: OwnerId): Sql {
  return sql`coalesce(${idIn("lead_id")}, (
    SELECT known.id FROM messages m
    JOIN conversations t ON t.owner_id = m.owner_id AND t.id = m.conversation_id
    JOIN leads known ON known.owner_id = t.owner_id AND known.phone_key = t.phone_key
    WHERE m.owner_id = ${ownerId} AND m.id = ${idIn("message_id")}))`;
}

/** The people who answered in a period, by day and campaign; an answer marks each step that they had received. */
export function countAnswers(
  ownerId: OwnerId,
  start: Date,
  end: Date,
): Promise<{ day: string; campaign_id: number; answers: number }[]> {
  return rows(
    prepared(
      "count answers by day and campaign",
      sql`SELECT (p.answered_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, r.campaign_id, count(DISTINCT p.phone_key)::int AS answers
          FROM campaign_recipients p JOIN campaign_runs r ON r.owner_id = p.owner_id AND r.id = p.run_id
          WHERE p.owner_id = ${ownerId} AND p.answered_at >= ${start} AND p.answered_at < ${end}
          GROUP BY 1, 2`,
    ),
  );
}

/** The events of one line, newest first, each with its lead while that exists. */
export function findLineEvents(
  ownerId: OwnerId,
  line: Pick<Period, "start" | "end"> & { eventType: string; subject: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<(EventRow & Pick<LineRow, "lead_id" | "lead_name">)[]> {
  return rows(
    prepared(
      "find events of a line",
      sql`SELECT e.*, lead.id AS lead_id, lead.name AS lead_name FROM (
            SELECT id, event_type, occurred_at, metadata, credits_used, quantity FROM events
            WHERE owner_id = ${ownerId} AND event_type = ${line.eventType} AND occurred_at >= ${line.start}
              AND occurred_at < ${line.end} AND event_subject(metadata) = ${line.subject}
            ORDER BY occurred_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}
          ) AS e
          LEFT JOIN leads lead ON lead.owner_id = ${ownerId} AND lead.id = ${leadOfEvent(ownerId)}
          ORDER BY e.occurred_at DESC, e.id DESC`,
    ),
  );
}
