import type { SaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import type { Reader } from "@/server/platform/actor";
import { seenChat } from "@/server/platform/db/seen";
import { empty, rows, sql } from "@/server/platform/db/sql";

/** Each count reads one range of the index (owner, direction, sent_at). */
export function countByDay(
  reader: Reader,
  days: SaoPauloDay[],
): Promise<{ day: string; sent: number; received: number }[]> {
  const { ownerId, sight } = reader;
  const inSight = sight
    ? sql`AND EXISTS (SELECT 1 FROM conversations c WHERE c.id = m.conversation_id ${seenChat(reader, "c")})`
    : empty;
  const ranged = (direction: "in" | "out") =>
    sql`(SELECT count(*)::int FROM messages m WHERE m.owner_id = ${ownerId} AND m.direction = ${direction}
           AND m.sent_at >= d.starts AND m.sent_at < d.ends ${inSight})`;
  return rows(
    sql`SELECT d.day, ${ranged("out")} AS sent, ${ranged("in")} AS received
        FROM unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ start }) => start)}::timestamptz[],
                    ${days.map(({ end }) => end)}::timestamptz[]) AS d (day, starts, ends)
        ORDER BY d.day`,
  );
}
