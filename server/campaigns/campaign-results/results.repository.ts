import type { RecipientCause, RecipientState } from "@/lib/domain/campaigns/campaign";
import type { ForeseenEnd } from "@/lib/domain/campaigns/sequence";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { UserId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Which recipients: of one run, or of all runs of a campaign. */
export interface RunChoice {
  campaignId: number;
  runId: number | null;
}

/** How far the message `m` of the recipient `p` came. */
const STATE = sql`CASE WHEN p.answered_at IS NOT NULL THEN 'answered'
                WHEN p.state = 'sent' AND m.status_rank >= ${MESSAGE_RANK.read} THEN 'read'
                WHEN p.state = 'sent' AND m.status_rank >= ${MESSAGE_RANK.delivered} THEN 'delivered'
                ELSE p.state END`;

const WITH_MESSAGE = sql`
    LEFT JOIN whatsapp_instances i ON i.owner_id = p.owner_id
    LEFT JOIN messages m ON m.instance_id = i.id AND m.provider_message_id = p.provider_message_id`;

/**
 * The recipients `p` of a campaign with their message `m` and lead `l`: those of the first messages, or of all steps. A
 * recipient that was sent again is represented by its newer row, unless one run is asked for.
 */
function recipients(
  ownerId: UserId,
  { campaignId, runId }: RunChoice,
  steps: "first" | "all" = "first",
): Sql {
  return sql`
    SELECT p.id, p.run_id, p.lead_id, l.name, l.stage_id, p.number, p.phone_key, p.step, p.variant, p.cause, p.detail, p.text,
           p.claimed_at, p.settled_at, p.answered_at, p.resent_at, r.status AS run_status, ${STATE} AS state,
           p.state = 'sent' AS sent, coalesce(m.status_rank, 0) AS rank
    FROM campaign_recipients p
    JOIN campaign_runs r ON r.id = p.run_id
    JOIN campaigns c ON c.id = r.campaign_id
    LEFT JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
    ${WITH_MESSAGE}
    WHERE p.owner_id = ${ownerId} AND c.owner_id = ${ownerId} AND c.id = ${campaignId} AND c.deleted_at IS NULL
      ${steps === "first" ? sql`AND p.step = 1` : empty}
      ${runId === null ? sql`AND p.resent_at IS NULL` : sql`AND r.id = ${runId}`}`;
}

/** Whether the campaign is a sequence. */
export async function hasSteps(ownerId: UserId, campaignId: number): Promise<boolean> {
  const step = await prisma.campaignStep.findFirst({
    where: { owner_id: ownerId, campaign_id: campaignId },
    select: { step: true },
  });
  return step !== null;
}

export interface RecipientRow {
  id: number;
  lead_id: number | null;
  name: string | null;
  number: string;
  variant: number;
  state: RecipientState;
  cause: RecipientCause | null;
  detail: string | null;
  text: string | null;
  claimed_at: Date | null;
  answered_at: Date | null;
  resent_at: Date | null;
  /** In order of their steps; instants as text. */
  follow_ups: FollowUpRow[];
}

interface FollowUpRow {
  id: number;
  step: number;
  /** From 0. */
  variant: number;
  state: RecipientState;
  cause: RecipientCause | null;
  detail: string | null;
  text: string | null;
  due_at: string | null;
  ends: ForeseenEnd | null;
  sent_at: string | null;
  answered_at: string | null;
}

/**
 * Why the follow-up `p` of the run `r` will not go out, as far as that is known; the campaign asks once more when it is
 * due.
 */
const FORESEEN_END = sql`CASE
  WHEN p.state <> 'pending' THEN NULL
  WHEN NOT EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = p.owner_id AND l.id = p.lead_id) THEN 'lead_deleted'
  WHEN EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key)
    OR EXISTS (SELECT 1 FROM leads l WHERE l.owner_id = p.owner_id AND l.id = p.lead_id AND l.status = 'opted_out')
    THEN 'opted_out'
  WHEN EXISTS (SELECT 1 FROM leads l JOIN stages t ON t.owner_id = l.owner_id AND t.id = l.stage_id
               WHERE l.owner_id = p.owner_id AND l.id = p.lead_id AND l.staged_at > r.created_at
                 AND t.meaning IN ('answered', 'won', 'lost')) THEN 'moved'
  WHEN EXISTS (SELECT 1 FROM conversations v JOIN messages w ON w.conversation_id = v.id AND w.direction = 'out'
               WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key AND w.sent_at > r.created_at
                 AND NOT EXISTS (SELECT 1 FROM campaign_recipients o WHERE o.owner_id = p.owner_id
                                 AND o.provider_message_id = w.provider_message_id AND o.run_id = p.run_id)) THEN 'contacted'
  END`;

/** The later messages of a sequence to the person of `p`. */
const FOLLOW_UPS = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'id', f.id, 'step', f.step, 'variant', f.variant, 'state', f.reached, 'cause', f.cause, 'detail', f.detail,
           'text', f.text, 'ends', f.ends, 'due_at', CASE f.state WHEN 'pending' THEN f.not_before END, 'sent_at', f.claimed_at, 'answered_at', f.answered_at) ORDER BY f.step), '[]')
  FROM (SELECT p.*, ${STATE} AS reached, ${FORESEEN_END} AS ends
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id ${WITH_MESSAGE}
        WHERE p.run_id = p0.run_id AND p.phone_key = p0.phone_key AND p.step > 1) AS f)`;

export interface RecipientChoice extends RunChoice {
  state: RecipientState | null;
  search: string;
}

/** A page of recipients, in the order of sending. */
export function findRecipients(
  ownerId: UserId,
  choice: RecipientChoice,
  page: { offset: number; limit: number },
): Promise<RecipientRow[]> {
  return rows(
    sql`SELECT p0.*, ${FOLLOW_UPS} AS follow_ups FROM (
          SELECT id, run_id, phone_key, lead_id, name, number, variant, state, cause, detail, text, claimed_at, answered_at, resent_at
          FROM (${recipients(ownerId, choice)}) AS p WHERE true ${matching(choice)}
          ORDER BY run_id, id LIMIT ${page.limit} OFFSET ${page.offset}
        ) AS p0 ORDER BY run_id, id`,
  );
}

/** How many recipients match the search, by state. */
export function countByState(
  ownerId: UserId,
  choice: RecipientChoice,
): Promise<{ state: RecipientState; count: number }[]> {
  return rows(
    sql`SELECT state, count(*)::int AS count FROM (${recipients(ownerId, choice)}) AS p
        WHERE true ${matching({ ...choice, state: null })} GROUP BY state`,
  );
}

function matching({ state, search }: RecipientChoice): Sql {
  const digits = search.replace(/\D/g, "");
  const bySearch =
    search === ""
      ? empty
      : sql`AND (strpos(search_form(coalesce(p.name, '')), search_form(${search})) > 0
                 OR (${digits} <> '' AND strpos(p.number, ${digits}) > 0))`;
  return sql`${state === null ? empty : sql`AND p.state = ${state}`} ${bySearch}`;
}

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
  opted_out: number;
}

/** Recipients, and whether they opted out after the message. */
function withOptOuts(ownerId: UserId, choice: RunChoice, steps: "first" | "all" = "first"): Sql {
  return sql`
    SELECT p.*, EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = ${ownerId} AND o.phone_key = p.phone_key
                        AND o.created_at >= p.claimed_at) AS opted_out
    FROM (${recipients(ownerId, choice, steps)}) AS p`;
}

/** What became of messages; an answer proves that a message was read, whatever the receipts say. */
const COUNTS = sql`
  (count(*) FILTER (WHERE sent))::int AS sent,
  (count(*) FILTER (WHERE sent AND (rank >= ${MESSAGE_RANK.delivered} OR answered_at IS NOT NULL)))::int AS delivered,
  (count(*) FILTER (WHERE sent AND (rank >= ${MESSAGE_RANK.read} OR answered_at IS NOT NULL)))::int AS read,
  (count(*) FILTER (WHERE answered_at IS NOT NULL))::int AS answered,
  (count(*) FILTER (WHERE opted_out))::int AS opted_out`;

export async function countResults(ownerId: UserId, choice: RunChoice): Promise<SummaryRow> {
  const counted = await firstRow<SummaryRow>(
    sql`SELECT count(*)::int AS recipients, ${COUNTS},
               (count(*) FILTER (WHERE state = 'failed' AND cause = 'no_whatsapp'))::int AS no_whatsapp,
               (count(*) FILTER (WHERE state = 'failed' AND cause IS DISTINCT FROM 'no_whatsapp'))::int AS refused,
               (count(*) FILTER (WHERE state = 'skipped'))::int AS skipped,
               (count(*) FILTER (WHERE NOT sent AND state IN ('unknown', 'answered')))::int AS unknown,
               (count(*) FILTER (WHERE state IN ('pending', 'sending') AND run_status IN ('pending', 'running')))::int AS waiting,
               (count(*) FILTER (WHERE state IN ('pending', 'sending') AND run_status NOT IN ('pending', 'running')))::int AS lost
        FROM (${withOptOuts(ownerId, choice)}) AS p`,
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
  opted_out: number;
}

/** Of messages from `since` on, when that is given. */
export function countVariants(
  ownerId: UserId,
  choice: RunChoice,
  since: Date | null,
): Promise<VariantRow[]> {
  return rows(
    sql`SELECT variant, ${COUNTS} FROM (${withOptOuts(ownerId, choice)}) AS p
        WHERE ${isOfTexts(since)} GROUP BY variant ORDER BY variant`,
  );
}

export interface StepVariantRow extends VariantRow {
  step: number;
  won: number;
}

/**
 * What became of the messages of each step, from `since` on when that is given. An answer, and an opt-out, is one to the
 * last message before it.
 */
export function countSteps(
  ownerId: UserId,
  choice: RunChoice,
  since: Date | null,
): Promise<StepVariantRow[]> {
  return rows(
    sql`SELECT step, variant, ${COUNTS},
               (count(*) FILTER (WHERE sent AND is_last AND EXISTS (
                 SELECT 1 FROM stages t WHERE t.owner_id = ${ownerId} AND t.id = p.stage_id AND t.meaning = 'won')))::int AS won
        FROM (SELECT a.id, a.step, a.variant, a.sent, a.rank, a.stage_id, a.is_last, a.claimed_at,
                     CASE WHEN a.is_last THEN a.answered_at END AS answered_at, a.is_last AND a.opted_out AS opted_out
              FROM (SELECT q.*, q.sent AND q.step = max(q.step) FILTER (WHERE q.sent) OVER (PARTITION BY q.run_id, q.phone_key) AS is_last
                    FROM (${withOptOuts(ownerId, choice, "all")}) AS q) AS a) AS p
        WHERE ${isOfTexts(since)} GROUP BY step, variant ORDER BY step, variant`,
  );
}

export function countCauses(
  ownerId: UserId,
  choice: RunChoice,
  state: "skipped" | "failed",
): Promise<{ cause: RecipientCause; count: number }[]> {
  return rows(
    sql`SELECT cause, count(*)::int AS count FROM (${recipients(ownerId, choice)}) AS p
        WHERE state = ${state} AND cause IS NOT NULL GROUP BY cause ORDER BY count(*) DESC, cause`,
  );
}

/** Answers by hour of the day in São Paulo. */
export function countAnswersByHour(
  ownerId: UserId,
  choice: RunChoice,
): Promise<{ hour: number; count: number }[]> {
  return rows(
    sql`SELECT extract(hour FROM answered_at AT TIME ZONE 'America/Sao_Paulo')::int AS hour, count(*)::int AS count
        FROM (${recipients(ownerId, choice)}) AS p WHERE answered_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
  );
}

/**
 * Messages beyond one that a recipient got: the same words, sent to its conversation between its claim and the next
 * day.
 */
export async function countDuplicates(ownerId: UserId, choice: RunChoice): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    sql`SELECT coalesce(sum(greatest(copies.count - 1, 0)), 0)::int AS count
        FROM (${recipients(ownerId, choice)}) AS p
        CROSS JOIN LATERAL (
          SELECT count(*) FROM messages m JOIN conversations v ON v.id = m.conversation_id
          WHERE v.owner_id = ${ownerId} AND v.phone_key = p.phone_key AND m.direction = 'out' AND m.content = p.text
            AND m.sent_at BETWEEN p.claimed_at - interval '1 minute' AND p.claimed_at + interval '1 day'
        ) AS copies
        WHERE p.text IS NOT NULL`,
  );
  return counted?.count ?? 0;
}

/** The texts of a campaign's later steps, in order. */
export async function findStepTexts(ownerId: UserId, campaignId: number): Promise<string[][]> {
  const found = await prisma.campaignStep.findMany({
    where: { owner_id: ownerId, campaign_id: campaignId },
    orderBy: { step: "asc" },
    select: { messages: true },
  });
  return found.map(({ messages }) => messages);
}

/** The variants' texts of a campaign, and since when it has them where it had others; null when there is none. */
export function findVariantTexts(
  ownerId: UserId,
  campaignId: number,
): Promise<{ messages: string[]; texts_changed_at: Date | null } | null> {
  return prisma.campaign.findFirst({
    where: { owner_id: ownerId, id: campaignId, deleted_at: null },
    select: { messages: true, texts_changed_at: true },
  });
}

/** Whether a message was decided upon before `instant`. */
export async function wroteBefore(
  ownerId: UserId,
  choice: RunChoice,
  instant: Date,
): Promise<boolean> {
  const one = await firstRow(
    sql`SELECT 1 FROM (${recipients(ownerId, choice, "all")}) AS p WHERE claimed_at < ${instant} LIMIT 1`,
  );
  return one !== null;
}

/** Those of the recipients `p` that got the texts of now. */
const isOfTexts = (since: Date | null): Sql =>
  since === null ? sql`true` : sql`(p.claimed_at IS NULL OR p.claimed_at >= ${since})`;

export interface ChargeRow {
  category: string;
  billable: boolean;
  /** The beginning of the numbers, with the country's code. */
  prefix: string;
  /** The hour in which Meta told. */
  at: Date;
  count: number;
}

/** What Meta reported of the prices of a campaign's messages. */
export function countCharges(ownerId: UserId, choice: RunChoice): Promise<ChargeRow[]> {
  return rows(
    sql`SELECT c.category, c.billable, left(p.phone_key, 3) AS prefix, max(c.told_at) AS at, count(*)::int AS count
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        JOIN message_charges c ON c.owner_id = p.owner_id AND c.provider_message_id = p.provider_message_id
        WHERE p.owner_id = ${ownerId} AND r.campaign_id = ${choice.campaignId}
          AND (${choice.runId}::int IS NULL OR r.id = ${choice.runId}::int)
        GROUP BY c.category, c.billable, left(p.phone_key, 3), date_trunc('minute', c.told_at)`,
  );
}
