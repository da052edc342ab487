import type { SentBefore } from "@/lib/domain/campaigns/pacing";
import type { UserId } from "@/server/platform/actor";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

/** What became of the latest messages. */
export interface RecentOutcomes {
  messages: number;
  failed: number;
  optedOut: number;
}

/** Records when numbers may send again; at most one of an owner. */
export async function setNumberPaces(
  paces: readonly { ownerId: UserId; at: Date; blockLeft: number | null }[],
): Promise<void> {
  await execute(
    prepared(
      "set number paces",
      sql`INSERT INTO number_paces (owner_id, next_send_at, block_left)
          SELECT * FROM unnest(${paces.map(({ ownerId }) => ownerId)}::int[], ${paces.map(({ at }) => at)}::timestamptz[],
                               ${paces.map(({ blockLeft }) => blockLeft)}::int[])
          ON CONFLICT (owner_id) DO UPDATE SET next_send_at = excluded.next_send_at, block_left = excluded.block_left`,
    ),
  );
}

/** First contacts of the last hour and since `dayStart`. */
export async function findFirstContacts(ownerId: UserId, dayStart: Date): Promise<SentBefore> {
  const found = await rows<{ claimed_at: Date; recent: boolean; today: boolean }>(
    sql`SELECT claimed_at, claimed_at > now() - interval '1 hour' AS recent, claimed_at >= ${dayStart} AS today
        FROM campaign_recipients
        WHERE owner_id = ${ownerId} AND first_contact AND claimed_at >= least(${dayStart}, now() - interval '1 hour')
        ORDER BY claimed_at`,
  );
  return {
    lastHour: found.filter(({ recent }) => recent).map(({ claimed_at }) => claimed_at),
    today: found.filter(({ today }) => today).length,
  };
}

/**
 * The latest settled messages of the last 7 days, after `since` if given. Numbers without WhatsApp are left out: they
 * say nothing about the sender.
 */
export async function countRecent(
  ownerId: UserId,
  { since, limit }: { since: Date | null; limit: number },
): Promise<RecentOutcomes> {
  const counted = await firstRow<RecentOutcomes>(
    sql`SELECT count(*)::int AS messages, (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
               (count(*) FILTER (WHERE opted_out))::int AS "optedOut"
        FROM (
          SELECT p.state, EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key
                                  AND o.source = 'reply' AND o.created_at >= p.claimed_at) AS opted_out
          FROM campaign_recipients p
          WHERE p.owner_id = ${ownerId} AND p.state IN ('sent', 'failed') AND p.cause IS DISTINCT FROM 'no_whatsapp'
            AND p.settled_at > greatest(${since}::timestamptz, now() - interval '7 days')
          ORDER BY p.settled_at DESC LIMIT ${limit}
        ) AS latest`,
  );
  return counted ?? { messages: 0, failed: 0, optedOut: 0 };
}

/** Messages of the last `days` days, those that failed, and the opt-outs that followed them. */
export async function countOutcomes(
  ownerId: UserId,
  days: number,
): Promise<{ sent: number; failed: number; opted_out: number }> {
  const counted = await firstRow<{ sent: number; failed: number; opted_out: number }>(
    sql`SELECT (count(*) FILTER (WHERE p.state = 'sent'))::int AS sent,
               (count(*) FILTER (WHERE p.state = 'failed'))::int AS failed,
               (count(*) FILTER (WHERE o.created_at >= p.claimed_at))::int AS opted_out
        FROM campaign_recipients p
        LEFT JOIN opt_outs o ON o.owner_id = p.owner_id AND o.phone_key = p.phone_key AND o.source = 'reply'
        WHERE p.owner_id = ${ownerId} AND p.state IN ('sent', 'failed')
          AND p.settled_at > now() - make_interval(days => ${days})`,
  );
  return counted ?? { sent: 0, failed: 0, opted_out: 0 };
}
