import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { OwnerId } from "@/server/platform/actor";
import { rows, sql } from "@/server/platform/db/sql";

/** Each count reads one range of the index (owner, direction, sent_at). */
export function countByDay(
  ownerId: OwnerId,
  days: SaoPauloDay[],
): Promise<{ day: string; sent: number; received: number }[]> {
  const ranged = (direction: "in" | "out") =>
    sql`(SELECT count(*)::int FROM messages m WHERE m.owner_id = ${ownerId} AND m.direction = ${direction}
           AND m.sent_at >= d.starts AND m.sent_at < d.ends)`;
  return rows(
    sql`SELECT d.day, ${ranged("out")} AS sent, ${ranged("in")} AS received
        FROM unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ start }) => start)}::timestamptz[],
                    ${days.map(({ end }) => end)}::timestamptz[]) AS d (day, starts, ends)
        ORDER BY d.day`,
  );
}
