import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { REPLY_WINDOW_HOURS } from "@/lib/domain/messages/reply-window";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, type Sql, sql } from "@/server/platform/db/sql";

const DAY = sql`make_interval(hours => ${REPLY_WINDOW_HOURS})`;

const wroteBefore = (owner: Sql, phoneKey: Sql, at: Sql) =>
  sql`EXISTS (SELECT 1 FROM conversations w JOIN messages r ON r.conversation_id = w.id
              WHERE w.owner_id = ${owner} AND w.phone_key = ${phoneKey} AND r.direction = 'in'
                AND r.sent_at BETWEEN ${at} - ${DAY} AND ${at})`;

/**
 * The people these accounts wrote to in the last 24 hours without having received a message from them in the 24 hours
 * before, and when last. Includes campaigns and the chat, and messages that are being sent or may have arrived, but no
 * failed ones.
 */
const reached = (owners: readonly OwnerId[], except: string) =>
  sql`SELECT written.phone_key, max(written.at) AS at FROM (
        SELECT v.phone_key, m.sent_at AS at FROM messages m JOIN conversations v ON v.id = m.conversation_id
        WHERE m.owner_id = ANY (${[...owners]}::int[]) AND m.direction = 'out' AND m.sent_at > now() - ${DAY}
          AND m.status_rank <> ${MESSAGE_RANK.failed}
          AND NOT ${wroteBefore(sql`m.owner_id`, sql`v.phone_key`, sql`m.sent_at`)}
        UNION ALL
        SELECT p.phone_key, p.claimed_at FROM campaign_recipients p
        WHERE p.owner_id = ANY (${[...owners]}::int[]) AND p.state IN ('sending', 'unknown') AND p.claimed_at > now() - ${DAY}
          AND NOT ${wroteBefore(sql`p.owner_id`, sql`p.phone_key`, sql`p.claimed_at`)}
      ) AS written WHERE written.phone_key <> ${except} GROUP BY written.phone_key`;

export async function countReached(owners: readonly OwnerId[]): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (${reached(owners, "")}) AS people`,
  );
  return counted?.count ?? 0;
}

/**
 * When these accounts may write to one more person; null for at once. `except`: key of a person who is not counted.
 */
export async function findRelease(
  owners: readonly OwnerId[],
  { limit, except }: { limit: number; except: string },
): Promise<Date | null> {
  const latest = await firstRow<{ release: Date }>(
    sql`SELECT at + ${DAY} AS release FROM (${reached(owners, except)}) AS people
        ORDER BY at DESC OFFSET ${limit - 1} LIMIT 1`,
  );
  return latest?.release ?? null;
}
