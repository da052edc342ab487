import { WARM_ANSWERS } from "@/lib/domain/answers/answer-groups";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { ANSWER, type RunChoice, selectRecipients } from "./recipients.repository";

export interface SummaryRow {
  recipients: number;
  sent: number;
  no_whatsapp: number;
  refused: number;
  skipped: number;
  unknown: number;
  waiting: number;
  lost: number;
  delivered: number;
  read: number;
  answered: number;
  interested: number;
  opted_out: number;
}

/** Counts messages by outcome; an answer proves that a message was read, even without a receipt. */
const COUNTS = sql`
  (count(*) FILTER (WHERE sent))::int AS sent,
  (count(*) FILTER (WHERE sent AND (rank >= ${MESSAGE_RANK.delivered} OR answered_at IS NOT NULL)))::int AS delivered,
  (count(*) FILTER (WHERE sent AND (rank >= ${MESSAGE_RANK.read} OR answered_at IS NOT NULL)))::int AS read,
  (count(*) FILTER (WHERE answered_at IS NOT NULL))::int AS answered,
  (count(*) FILTER (WHERE ${ANSWER} = ANY (${[...WARM_ANSWERS]}::text[])))::int AS interested,
  (count(*) FILTER (WHERE opted_out))::int AS opted_out`;

export async function countResults(ownerId: OwnerId, choice: RunChoice): Promise<SummaryRow> {
  const counted = await firstRow<SummaryRow>(
    sql`SELECT count(*)::int AS recipients, ${COUNTS},
               (count(*) FILTER (WHERE state = 'failed' AND cause = 'no_whatsapp'))::int AS no_whatsapp,
               (count(*) FILTER (WHERE state = 'failed' AND cause IS DISTINCT FROM 'no_whatsapp'))::int AS refused,
               (count(*) FILTER (WHERE state = 'skipped'))::int AS skipped,
               (count(*) FILTER (WHERE NOT sent AND state IN ('unknown', 'answered')))::int AS unknown,
               (count(*) FILTER (WHERE state IN ('pending', 'sending') AND run_status IN ('pending', 'running')))::int AS waiting,
               (count(*) FILTER (WHERE state IN ('pending', 'sending') AND run_status NOT IN ('pending', 'running')))::int AS lost
        FROM (${selectRecipients(ownerId, choice)}) AS p`,
  );
  if (!counted) throw new Error("A count without a row.");
  return counted;
}

export interface VariantRow {
  /** From 0. */
  variant: number;
  sent: number;
  delivered: number;
  read: number;
  answered: number;
  interested: number;
  opted_out: number;
}

/** Counts only messages with the current texts. */
export function countVariants(ownerId: OwnerId, choice: RunChoice): Promise<VariantRow[]> {
  return rows(
    sql`SELECT variant, ${COUNTS} FROM (${selectRecipients(ownerId, choice)}) AS p
        WHERE ${isOfTexts(ownerId, choice)} GROUP BY variant ORDER BY variant`,
  );
}

export interface StepVariantRow extends VariantRow {
  step: number;
  won: number;
}

/**
 * The outcome of the messages of each step with their current texts. An answer, or an opt-out, counts for the last
 * message before it.
 */
export function countSteps(ownerId: OwnerId, choice: RunChoice): Promise<StepVariantRow[]> {
  return rows(
    sql`SELECT step, variant, ${COUNTS},
               (count(*) FILTER (WHERE sent AND is_last AND EXISTS (
                 SELECT 1 FROM stages t WHERE t.owner_id = ${ownerId} AND t.id = p.stage_id AND t.meaning = 'won')))::int AS won
        FROM (SELECT a.id, a.step, a.variant, a.sent, a.rank, a.stage_id, a.is_last, a.claimed_at, a.read_as,
                     CASE WHEN a.is_last THEN a.answered_at END AS answered_at, a.is_last AND a.opted_out AS opted_out
              FROM (SELECT q.*, q.sent AND q.step = max(q.step) FILTER (WHERE q.sent) OVER (PARTITION BY q.run_id, q.phone_key) AS is_last
                    FROM (${selectRecipients(ownerId, choice, "all")}) AS q) AS a) AS p
        WHERE ${isOfTexts(ownerId, choice)} GROUP BY step, variant ORDER BY step, variant`,
  );
}

export function countCauses(
  ownerId: OwnerId,
  choice: RunChoice,
  state: "skipped" | "failed",
): Promise<{ cause: RecipientCause; count: number }[]> {
  return rows(
    sql`SELECT cause, count(*)::int AS count FROM (${selectRecipients(ownerId, choice)}) AS p
        WHERE state = ${state} AND cause IS NOT NULL GROUP BY cause ORDER BY count(*) DESC, cause`,
  );
}

/** Recipients by what they answered. */
export function countAnswers(
  ownerId: OwnerId,
  choice: RunChoice,
): Promise<{ kind: AnswerKind; count: number }[]> {
  return rows(
    sql`SELECT ${ANSWER} AS kind, count(*)::int AS count FROM (${selectRecipients(ownerId, choice)}) AS p
        WHERE ${ANSWER} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
}

/** Answers by hour of the day in São Paulo. */
export function countAnswersByHour(
  ownerId: OwnerId,
  choice: RunChoice,
): Promise<{ hour: number; count: number }[]> {
  return rows(
    sql`SELECT extract(hour FROM answered_at AT TIME ZONE 'America/Sao_Paulo')::int AS hour, count(*)::int AS count
        FROM (${selectRecipients(ownerId, choice)}) AS p WHERE answered_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
}

/**
 * Messages beyond one that a recipient got: the same words, sent to its conversation between its claim and the next
 * day.
 */
export async function countDuplicates(ownerId: OwnerId, choice: RunChoice): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    sql`SELECT coalesce(sum(greatest(copies.count - 1, 0)), 0)::int AS count
        FROM (${selectRecipients(ownerId, choice)}) AS p
        CROSS JOIN LATERAL (
          SELECT count(*) FROM messages m JOIN conversations v ON v.id = m.conversation_id
          WHERE v.owner_id = ${ownerId} AND v.phone_key = p.phone_key AND m.direction = 'out' AND m.content = p.text
            AND m.status_rank <> ${MESSAGE_RANK.failed}
            AND m.sent_at BETWEEN p.claimed_at - interval '1 minute' AND p.claimed_at + interval '1 day'
        ) AS copies
        WHERE p.text IS NOT NULL`,
  );
  return counted?.count ?? 0;
}

/** The texts of a campaign's later steps, in order. */
export async function findStepTexts(ownerId: OwnerId, campaignId: number): Promise<string[][]> {
  const found = await prisma.campaignStep.findMany({
    where: { owner_id: ownerId, campaign_id: campaignId },
    orderBy: { step: "asc" },
    select: { messages: true },
  });
  return found.map(({ messages }) => messages);
}

/** The variants' texts of a campaign; null when there is none. */
export async function findVariantTexts(
  ownerId: OwnerId,
  campaignId: number,
): Promise<string[] | null> {
  const found = await prisma.campaign.findFirst({
    where: { owner_id: ownerId, id: campaignId, deleted_at: null },
    select: { messages: true },
  });
  return found?.messages ?? null;
}

/** When the texts of each step of a campaign last changed; null where they never did. */
const textsOf = (ownerId: OwnerId, { campaignId }: RunChoice): Sql => sql`(
  SELECT 1 AS step, texts_changed_at AS since FROM campaigns WHERE owner_id = ${ownerId} AND id = ${campaignId}
  UNION ALL SELECT step, texts_changed_at FROM campaign_steps WHERE owner_id = ${ownerId} AND campaign_id = ${campaignId})`;

/** Whether the recipient `p` got the current text of its step. */
const isOfTexts = (ownerId: OwnerId, choice: RunChoice): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM ${textsOf(ownerId, choice)} AS t WHERE t.step = p.step AND p.claimed_at < t.since)`;

/** The latest change of texts after messages with them had gone out; null when there was none. */
export async function findChangedTexts(ownerId: OwnerId, choice: RunChoice): Promise<Date | null> {
  const changed = await firstRow<{ since: Date | null }>(
    sql`SELECT max(t.since) AS since FROM (${selectRecipients(ownerId, choice, "all")}) AS p
        JOIN ${textsOf(ownerId, choice)} AS t ON t.step = p.step AND p.claimed_at < t.since`,
  );
  return changed?.since ?? null;
}

export interface ChargeRow {
  category: string;
  billable: boolean;
  /** The beginning of the numbers, with the country's code. */
  prefix: string;
  /** The time of Meta's latest report. */
  at: Date;
  count: number;
}

/** The prices that Meta reported for a campaign's messages. */
export function countCharges(ownerId: OwnerId, choice: RunChoice): Promise<ChargeRow[]> {
  return rows(
    sql`SELECT c.category, c.billable, left(p.phone_key, 3) AS prefix, max(c.told_at) AS at, count(*)::int AS count
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        JOIN message_charges c ON c.owner_id = p.owner_id AND c.provider_message_id = p.provider_message_id
        WHERE p.owner_id = ${ownerId} AND r.campaign_id = ${choice.campaignId}
          AND (${choice.runId}::int IS NULL OR r.id = ${choice.runId}::int)
        GROUP BY c.category, c.billable, left(p.phone_key, 3), date_trunc('minute', c.told_at)`,
  );
}
