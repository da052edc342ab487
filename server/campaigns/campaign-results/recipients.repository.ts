import type { z } from "zod/mini";
import type { Recipient } from "@/lib/contracts/campaigns/activities";
import type { FollowUp } from "@/lib/contracts/campaigns/steps";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { RecipientState } from "@/lib/domain/campaigns/campaign";
import type { SearchTerm } from "@/lib/domain/leads/lead-search";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, rows, type Sql, sql } from "@/server/platform/db/sql";
import { buildHoldsCondition } from "@/server/platform/db/text-search";

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
    LEFT JOIN LATERAL (
      SELECT t.status_rank FROM whatsapp_instances i JOIN messages t ON t.instance_id = i.id
      WHERE i.owner_id = p.owner_id AND t.provider_message_id = p.provider_message_id AND t.direction = 'out' LIMIT 1) AS m ON true`;

/**
 * The recipients `p` of a campaign with their message `m` and lead `l`: those of the first messages, or of all steps. A
 * recipient that was sent again is represented by its newer row, unless one run is requested.
 */
export function selectRecipients(
  ownerId: OwnerId,
  { campaignId, runId }: RunChoice,
  steps: "first" | "all" = "first",
): Sql {
  return sql`
    SELECT p.id, p.run_id, p.lead_id, l.name, l.stage_id, p.number, p.phone_key, p.step, p.variant, p.cause, p.detail, p.text,
           p.claimed_at, p.settled_at, p.answered_at, p.resent_at, r.status AS run_status, ${STATE} AS state,
           p.state = 'sent' AS sent, coalesce(m.status_rank, 0) AS rank, p.intent AS read_as,
           EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key
                   AND o.created_at >= p.claimed_at) AS opted_out
    FROM campaign_recipients p
    JOIN campaign_runs r ON r.id = p.run_id
    JOIN campaigns c ON c.id = r.campaign_id
    LEFT JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
    ${WITH_MESSAGE}
    WHERE p.owner_id = ${ownerId} AND c.owner_id = ${ownerId} AND c.id = ${campaignId} AND c.deleted_at IS NULL
      ${steps === "first" ? sql`AND p.step = 1` : empty}
      ${runId === null ? sql`AND p.resent_at IS NULL` : sql`AND r.id = ${runId}`}`;
}

/**
 * The answer of the selected recipient `p`. 'opt_out' requires that the number was blocked since, regardless of how the
 * words were read. 'automatic' counts only where no person answered.
 */
export const ANSWER = sql`CASE
  WHEN p.answered_at IS NULL THEN CASE p.read_as WHEN 'automatic' THEN 'automatic' END
  WHEN p.opted_out THEN 'opt_out'
  WHEN p.read_as = 'opt_out' THEN 'unclear'
  WHEN p.read_as <> 'automatic' THEN p.read_as END`;

/** Whether the campaign is a sequence. */
export async function hasSteps(ownerId: OwnerId, campaignId: number): Promise<boolean> {
  const step = await prisma.campaignStep.findFirst({
    where: { owner_id: ownerId, campaign_id: campaignId },
    select: { step: true },
  });
  return step !== null;
}

export type RecipientRow = Omit<z.input<typeof Recipient>, "sent_at" | "resent" | "follow_ups"> & {
  claimed_at: Date | null;
  answered_at: Date | null;
  resent_at: Date | null;
  /** In order of their steps; variants from 0, instants as PostgreSQL writes them. */
  follow_ups: z.output<typeof FollowUp>[];
};

/**
 * Why the follow-up `p` of the run `r` will not go out, as far as that is known; the campaign checks again when it is
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
  WHEN p.not_before >= r.steps_end_at THEN 'plan_ended'
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
  intent: AnswerKind | null;
  terms: SearchTerm[];
}

/** A page of recipients, in the order of sending. */
export function findRecipients(
  ownerId: OwnerId,
  choice: RecipientChoice,
  page: { offset: number; limit: number },
): Promise<RecipientRow[]> {
  return rows(
    sql`SELECT p0.*, ${FOLLOW_UPS} AS follow_ups FROM (
          SELECT id, run_id, phone_key, lead_id, name, number, variant, state, cause, detail, text, claimed_at, answered_at, resent_at,
                 ${ANSWER} AS intent
          FROM (${selectRecipients(ownerId, choice)}) AS p WHERE true ${matching(choice)}
          ORDER BY run_id, id LIMIT ${page.limit} OFFSET ${page.offset}
        ) AS p0 ORDER BY run_id, id`,
  );
}

/** How many recipients match the search, by state. */
export function countByState(
  ownerId: OwnerId,
  choice: RecipientChoice,
): Promise<{ state: RecipientState; count: number }[]> {
  return rows(
    sql`SELECT state, count(*)::int AS count FROM (${selectRecipients(ownerId, choice)}) AS p
        WHERE true ${matching({ ...choice, state: null })} GROUP BY state`,
  );
}

function matching({ state, intent, terms }: RecipientChoice): Sql {
  const text = sql`search_form(concat_ws(' ', p.name, p.number, p.phone_key))`;
  const bySearch = terms.length === 0 ? empty : sql`AND ${buildHoldsCondition(terms, [text])}`;
  return sql`${state === null ? empty : sql`AND p.state = ${state}`} ${intent === null ? empty : sql`AND ${ANSWER} = ${intent}`} ${bySearch}`;
}
