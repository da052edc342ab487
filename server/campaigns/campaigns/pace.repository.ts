import { type NumberWeek, QUIET_WEEK } from "@/lib/domain/campaigns/daily-cap";
import type { SentBefore } from "@/lib/domain/campaigns/pacing";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, type Sql, sql } from "@/server/platform/db/sql";

/** The outcomes of the latest messages. */
export interface RecentOutcomes {
  messages: number;
  failed: number;
  optedOut: number;
}

/** When a number may send again, and how many messages are left until it rests. */
export interface NumberPace {
  sender_key: string;
  next_send_at: Date;
  block_left: number | null;
}

export function findNumberPaces(senderKeys: readonly string[]): Promise<NumberPace[]> {
  return prisma.numberPace.findMany({ where: { sender_key: { in: [...senderKeys] } } });
}

/**
 * Locks the rows of these numbers until the current transaction ends: no other transaction can claim a message for
 * them. They are locked in a fixed order, after every other lock of a transaction, so that two transactions never wait
 * for each other.
 */
export async function lockNumberPaces(senderKeys: readonly string[]): Promise<NumberPace[]> {
  const keys = [...new Set(senderKeys)].sort();
  await execute(
    prepared(
      "add number paces",
      sql`INSERT INTO number_paces (sender_key, next_send_at)
          SELECT sender_key, now() FROM unnest(${keys}::text[]) AS wanted(sender_key) ON CONFLICT DO NOTHING`,
    ),
  );
  return rows(
    prepared(
      "lock number paces",
      sql`SELECT sender_key, next_send_at, block_left FROM number_paces WHERE sender_key = ANY (${keys}::text[])
          ORDER BY sender_key COLLATE "C" FOR NO KEY UPDATE`,
    ),
  );
}

/** Records when numbers that are locked may send again. */
export async function setNumberPaces(paces: readonly NumberPace[]): Promise<void> {
  await execute(
    prepared(
      "set number paces",
      sql`UPDATE number_paces n SET next_send_at = pace.next_send_at, block_left = pace.block_left
          FROM unnest(${paces.map(({ sender_key }) => sender_key)}::text[],
                      ${paces.map(({ next_send_at }) => next_send_at)}::timestamptz[],
                      ${paces.map(({ block_left }) => block_left)}::int[]) AS pace(sender_key, next_send_at, block_left)
          WHERE n.sender_key = pace.sender_key`,
    ),
  );
}

/** A message's pause begins when its outcome is known: its number sends no earlier than that. */
export async function delayNumberPaces(
  delays: readonly { recipientId: number; at: Date; blockLeft: number | null }[],
): Promise<void> {
  await execute(
    prepared(
      "delay number paces",
      sql`INSERT INTO number_paces AS n (sender_key, next_send_at, block_left)
          SELECT DISTINCT ON (p.sender_key COLLATE "C") p.sender_key, sent.at, sent.block_left
          FROM unnest(${delays.map(({ recipientId }) => recipientId)}::int[], ${delays.map(({ at }) => at)}::timestamptz[],
                      ${delays.map(({ blockLeft }) => blockLeft)}::int[]) AS sent(id, at, block_left)
          JOIN campaign_recipients p ON p.id = sent.id
          WHERE p.sender_key IS NOT NULL
          ORDER BY p.sender_key COLLATE "C", sent.at DESC
          ON CONFLICT (sender_key) DO UPDATE SET next_send_at = greatest(n.next_send_at, excluded.next_send_at)`,
    ),
  );
}

/** First contacts that a number made in the last hour and since `dayStart`, in all accounts. */
export async function findFirstContacts(senderKey: string, dayStart: Date): Promise<SentBefore> {
  const found = await rows<{ claimed_at: Date; recent: boolean; today: boolean }>(
    sql`SELECT claimed_at, claimed_at > now() - interval '1 hour' AS recent, claimed_at >= ${dayStart} AS today
        FROM campaign_recipients
        WHERE sender_key = ${senderKey} AND first_contact AND claimed_at >= least(${dayStart}, now() - interval '1 hour')
        ORDER BY claimed_at`,
  );
  return {
    lastHour: found.filter(({ recent }) => recent).map(({ claimed_at }) => claimed_at),
    today: found.filter(({ today }) => today).length,
  };
}

/** The outcomes of a number's first contacts in the 7 days before `dayStart`, in all accounts. */
export async function findWeek(senderKey: string, dayStart: Date): Promise<NumberWeek> {
  const counted = await firstRow<NumberWeek>(
    sql`SELECT count(*)::int AS "firstContacts", count(answered_at)::int AS replies,
               (count(*) FILTER (WHERE state = 'failed'))::int AS failed
        FROM campaign_recipients
        WHERE sender_key = ${senderKey} AND first_contact AND step = 1 AND state <> 'pending' AND cause IS DISTINCT FROM 'no_whatsapp'
          AND claimed_at >= ${dayStart}::timestamptz - interval '7 days' AND claimed_at < ${dayStart}`,
  );
  return counted ?? QUIET_WEEK;
}

/** New chats that a number began since then; a follow-up begins none. */
export function countFirstContactsSince(senderKey: string, since: Date): Promise<number> {
  return prisma.campaignRecipient.count({
    where: {
      sender_key: senderKey,
      first_contact: true,
      step: 1,
      claimed_at: { gt: since },
      state: { not: "pending" },
    },
  });
}

/**
 * Whether a run of these other accounts by the number, which is theirs as one of `instanceIds`, could send now and has
 * waited for it longer than `ownerId`: accounts take turns. A run that does not use its turn within `patienceMs` is skipped.
 */
export async function isTurnOfOthers(
  ownerId: OwnerId,
  {
    others,
    instanceIds,
    senderKey,
    freeAt,
    patienceMs,
  }: {
    others: readonly OwnerId[];
    instanceIds: readonly number[];
    senderKey: string;
    freeAt: Date;
    patienceMs: number;
  },
): Promise<boolean> {
  const latest = (owner: Sql) =>
    sql`coalesce((SELECT max(p.claimed_at) FROM campaign_recipients p WHERE p.owner_id = ${owner} AND p.first_contact
                  AND p.sender_key = ${senderKey}), '-infinity')`;
  const waiting = await firstRow(
    sql`SELECT 1 FROM campaign_runs r
        WHERE r.owner_id = ANY (${others}::int[]) AND (r.instance_id IS NULL OR r.instance_id = ANY (${instanceIds}::int[])) AND r.status = 'running' AND r.paused_at IS NULL AND r.stop_at IS NULL
          AND coalesce(r.next_send_at, r.created_at) <= now()
          AND greatest(r.next_send_at, r.created_at, ${freeAt}) > now() - make_interval(secs => ${patienceMs / 1_000})
          AND EXISTS (SELECT 1 FROM campaign_recipients w WHERE w.run_id = r.id AND w.state = 'pending'
                      AND (w.not_before IS NULL OR w.not_before <= now()))
          AND ${latest(sql`r.owner_id`)} < ${latest(sql`${ownerId}`)}
        LIMIT 1`,
  );
  return waiting !== null;
}

/**
 * The latest settled messages of an account's number, or without one of all of them, in the last 7 days, after `since`
 * if given. Recipients without WhatsApp are left out: they say nothing about the sender.
 */
export async function countRecent(
  ownerId: OwnerId,
  { senderKey, since, limit }: { senderKey: string | null; since: Date | null; limit: number },
): Promise<RecentOutcomes> {
  const counted = await firstRow<RecentOutcomes>(
    sql`SELECT count(*)::int AS messages, (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
               (count(*) FILTER (WHERE opted_out))::int AS "optedOut"
        FROM (
          SELECT p.state, EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key
                                  AND o.source = 'reply' AND o.created_at >= p.claimed_at) AS opted_out
          FROM campaign_recipients p
          WHERE p.owner_id = ${ownerId} AND (${senderKey}::text IS NULL OR p.sender_key = ${senderKey}) AND p.state IN ('sent', 'failed')
            AND p.cause IS DISTINCT FROM 'no_whatsapp'
            AND p.settled_at > greatest(${since}::timestamptz, now() - interval '7 days')
          ORDER BY p.settled_at DESC LIMIT ${limit}
        ) AS latest`,
  );
  return counted ?? { messages: 0, failed: 0, optedOut: 0 };
}

/** Whether the latest `count` first contacts of a run, since a user last continued it, were all not delivered. */
export async function wereUndelivered(
  runId: number,
  { count, since }: { count: number; since: Date | null },
): Promise<boolean> {
  const latest = await firstRow<{ undelivered: number }>(
    sql`SELECT (count(*) FILTER (WHERE cause = 'not_delivered'))::int AS undelivered
        FROM (SELECT cause FROM campaign_recipients
              WHERE run_id = ${runId} AND first_contact AND state IN ('sent', 'failed') AND cause IS DISTINCT FROM 'no_whatsapp'
                AND claimed_at > coalesce(${since}::timestamptz, '-infinity')
              ORDER BY claimed_at DESC LIMIT ${count}) AS latest`,
  );
  return latest?.undelivered === count;
}

/** Messages of the last `days` days, those that failed, and the opt-outs that followed them. */
export async function countOutcomes(
  ownerId: OwnerId,
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
