import type { RecipientCause } from "@/lib/domain/campaigns/campaign";
import type { TemplateLead } from "@/lib/domain/campaigns/message-template";
import type { CampaignPacing } from "@/lib/domain/campaigns/pacing";
import { KNOWN_CHAT_DAYS, NUMBER_CHECK_DAYS } from "@/lib/domain/messages/message-limits";
import { REPLY_WINDOW_HOURS } from "@/lib/domain/messages/reply-window";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";
import type { LeasedRun } from "./runs.repository";

export interface RecipientRow {
  run_id: number;
  id: number;
  lead_id: number | null;
  phone_key: string;
  number: string;
  template: string;
  /** 1 for the first message. */
  step: number;
  /** Of a follow-up: when it was to go out, and in which hours. */
  due_at: Date | null;
  window_from: string | null;
  window_to: string | null;
  /** Of a follow-up: the number that the first message went out from, where that is known. */
  began_from: string | null;
  /** Which of the step's messages it gets. */
  variant: number;
  text: string | null;
  attempts: number;
  /** When it was last claimed; null before the first time. */
  claimed_at: Date | null;
  opted_out: boolean;
  /** A user still has to decide whether the number opted out. */
  in_review: boolean;
  /**
   * By a campaign, in the chat or on the phone: before the run was made, unless it repeats, or since; not by this run.
   */
  contacted: boolean;
  /** Of a follow-up: the person reacted, called or voted, and no user has continued the sequence since. */
  reacted: boolean;
  /** Of a follow-up: the lead is in a stage for people who answered, bought or will not buy. */
  moved: boolean;
  /** Of a repeating campaign: another run wrote to this person too few days ago. */
  recent: boolean;
  /** Wrote to us since the run was made. */
  answered: boolean;
  /** Has not written to us for 30 days, or ever. */
  first_contact: boolean;
  /** Wrote to us in the last 24 hours: for Meta the message is an answer, and does not begin a new chat. */
  in_window: boolean;
  /** Allowed offers, as far as it is recorded. */
  opted_in: boolean;
  /** Has ever written to us. */
  has_written: boolean;
  /** WhatsApp's address of the number, from a conversation or from a check of the last 31 days. */
  address: string | null;
  /** WhatsApp said in the last 31 days that the number has no account. */
  missing: boolean;
  lead: TemplateLead | null;
  /** The lead's present number, where it differs from the recipient's; null otherwise. */
  corrected: {
    number: string | null;
    phone_key: string | null;
    /** WhatsApp says that it is the same person. */
    same_person: boolean;
  } | null;
}

/** A recipient whose message is on its way, with its run. */
export interface SendingRow {
  id: number;
  lead_id: number | null;
  number: string;
  text: string;
  attempts: number;
  run_id: number;
  campaign_id: number;
  lease_no: number;
  stop_at: Date | null;
}

/** The conversation `v` with the number that sends the run `r`. */
const WITH_ADDRESS = sql`
  LEFT JOIN whatsapp_instances d ON d.owner_id = p.owner_id AND d.is_default
  LEFT JOIN conversations v ON v.owner_id = p.owner_id AND v.phone_key = p.phone_key
    AND v.instance_id IS NOT DISTINCT FROM coalesce(r.instance_id, d.id)
  LEFT JOIN checked_numbers n ON n.owner_id = p.owner_id AND n.phone_key = p.phone_key
    AND n.checked_at > now() - make_interval(days => ${NUMBER_CHECK_DAYS})`;

/** A message `m` from or to the recipient, by whichever of the account's numbers. */
const SAID_TO_US = sql`SELECT 1 FROM conversations k JOIN messages m ON m.conversation_id = k.id
  WHERE k.owner_id = p.owner_id AND k.phone_key = p.phone_key`;

const wroteWithin = (hours: number) =>
  sql`EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = v.id AND m.direction = 'in' AND m.kind <> 'notice'
  AND m.sent_at > now() - make_interval(hours => ${hours}))`;

/** As WhatsApp sees it: a chat that was silent for longer is a stranger's. */
const KNOWN_CHAT_HOURS = KNOWN_CHAT_DAYS * 24;

/**
 * Returns the next due recipient of each run, locked, with everything its send needs; for runs in `onlyKnown`, the next
 * one who wrote to us within `knownHours`.
 */
export function findNextRecipients(
  runIds: readonly number[],
  {
    onlyKnown = new Set(),
    knownHours = KNOWN_CHAT_HOURS,
    repeatDays = 0,
  }: { onlyKnown?: ReadonlySet<number>; knownHours?: number; repeatDays?: number } = {},
): Promise<RecipientRow[]> {
  return rows(
    prepared(
      "find next recipients",
      sql`SELECT next.* FROM unnest(${runIds}::int[], ${runIds.map((id) => onlyKnown.has(id))}::boolean[]) AS wanted(run_id, only_known) CROSS JOIN LATERAL (
            SELECT p.run_id, p.id, p.lead_id, p.phone_key, p.number, p.variant, p.text, p.attempts, p.claimed_at, p.step, p.due_at,
                   s.window_from, s.window_to,
                   CASE WHEN p.step > 1 THEN (SELECT f.sender_key FROM campaign_recipients f WHERE f.owner_id = p.owner_id
                     AND f.lead_id = p.lead_id AND f.run_id = p.run_id AND f.step = 1) END AS began_from,
                   CASE p.step WHEN 1 THEN c.messages[p.variant + 1]
                               ELSE s.messages[p.variant % cardinality(s.messages) + 1] END AS template,
                   EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key)
                     OR coalesce(l.status = 'opted_out', false) AS opted_out,
                   EXISTS (SELECT 1 FROM opt_out_reviews v WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key)
                     AS in_review,
                   coalesce(p.step = 1 AND (l.contacted_at > r.created_at OR l.contacted_at IS NOT NULL AND NOT c.repeat_leads AND r.kind = 'audience'), false)
                     OR EXISTS (${SAID_TO_US} AND m.direction = 'out'
                                AND m.sent_at > r.created_at
                                AND NOT (p.step > 1 AND EXISTS (
                                  SELECT 1 FROM campaign_recipients o WHERE o.owner_id = p.owner_id
                                  AND o.provider_message_id = m.provider_message_id AND o.run_id = p.run_id))) AS contacted,
                   p.step > 1 AND (EXISTS (SELECT 1 FROM message_reactions x WHERE x.owner_id = p.owner_id AND x.phone_key = p.phone_key
                                          AND NOT x.from_me AND x.emoji IS NOT NULL
                                          AND x.reacted_at >= date_trunc('second', r.created_at)
                                          AND (p.continued_at IS NULL OR x.reacted_at > p.continued_at))
                                   OR EXISTS (${SAID_TO_US} AND m.direction = 'in'
                                              AND m.kind = 'notice' AND m.sent_at >= date_trunc('second', r.created_at)
                                              AND (p.continued_at IS NULL OR m.sent_at > p.continued_at)))
                     AS reacted,
                   p.step > 1 AND l.staged_at > r.created_at AND EXISTS (
                     SELECT 1 FROM stages t WHERE t.owner_id = l.owner_id AND t.id = l.stage_id
                     AND t.meaning IN ('answered', 'won', 'lost')) AS moved,
                   ${repeatDays} > 0 AND c.repeat_leads AND r.kind = 'audience'
                     AND EXISTS (SELECT 1 FROM campaign_recipients b WHERE b.owner_id = p.owner_id AND b.phone_key = p.phone_key
                                 AND b.run_id <> p.run_id AND b.state IN ('sending', 'sent', 'unknown')
                                 AND b.claimed_at > now() - make_interval(days => ${repeatDays})) AS recent,
                   EXISTS (${SAID_TO_US} AND m.direction = 'in'
                           AND (p.step = 1 OR m.kind <> 'notice' AND m.intent IS DISTINCT FROM 'automatic') AND m.sent_at >= date_trunc('second', r.created_at)) AS answered,
                   NOT ${wroteWithin(KNOWN_CHAT_HOURS)} AS first_contact,
                   ${wroteWithin(REPLY_WINDOW_HOURS)} AS in_window,
                   EXISTS (SELECT 1 FROM opt_ins a WHERE a.owner_id = p.owner_id AND a.phone_key = p.phone_key) AS opted_in,
                   EXISTS (${SAID_TO_US} AND m.direction = 'in' AND m.kind <> 'notice') AS has_written,
                   coalesce(v.chat_id, n.chat_id) AS address,
                   v.chat_id IS NULL AND n.phone_key IS NOT NULL AND n.chat_id IS NULL
                     AND (r.kind = 'audience' OR n.checked_at > r.created_at) AS missing,
                   CASE WHEN l.id IS NOT NULL THEN to_jsonb(l) END AS lead,
                   CASE WHEN l.id IS NOT NULL AND l.phone_key IS DISTINCT FROM p.phone_key
                        THEN jsonb_build_object('number', l.whatsapp, 'phone_key', l.phone_key, 'same_person', EXISTS (
                          SELECT 1 FROM conversations w WHERE w.owner_id = p.owner_id AND w.phone_key = l.phone_key
                          AND w.moved_from = p.phone_key)) END AS corrected
            FROM campaign_recipients p
            JOIN campaign_runs r ON r.id = p.run_id
            JOIN campaigns c ON c.id = r.campaign_id
            LEFT JOIN campaign_steps s ON p.step > 1 AND s.campaign_id = c.id AND s.step = p.step
            LEFT JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
            ${WITH_ADDRESS}
            WHERE p.run_id = wanted.run_id AND p.state = 'pending' AND (p.not_before IS NULL OR p.not_before <= now())
              AND (NOT wanted.only_known OR ${wroteWithin(knownHours)})
            ORDER BY p.id LIMIT 1 FOR UPDATE OF p
          ) AS next`,
    ),
  );
}

/** A message about to be sent. */
export interface Claim {
  recipientId: number;
  /** A new id for the message. */
  messageId: string;
  text: string;
  isFirstContact: boolean;
  /** The number that it goes out from. */
  senderKey: string;
}

/** Records that these messages are about to be sent. Returns the ids they have, which later attempts keep. */
export async function markSending(claims: readonly Claim[]): Promise<Map<number, string>> {
  const claimed = await rows<{ id: number; message_id: string }>(
    prepared(
      "mark sending",
      sql`UPDATE campaign_recipients p
          SET state = 'sending', message_id = coalesce(p.message_id, claim.message_id), text = claim.text, claimed_at = now(),
              attempts = attempts + 1, detail = NULL, cause = NULL, first_contact = claim.first_contact,
              sender_key = claim.sender_key
          FROM unnest(${claims.map(({ recipientId }) => recipientId)}::int[],
                      ${claims.map(({ messageId }) => messageId)}::text[], ${claims.map(({ text }) => text)}::text[],
                      ${claims.map(({ isFirstContact }) => isFirstContact)}::boolean[],
                      ${claims.map(({ senderKey }) => senderKey)}::text[])
            AS claim(id, message_id, text, first_contact, sender_key)
          WHERE p.id = claim.id AND p.state = 'pending'
          RETURNING p.id, p.message_id`,
    ),
  );
  if (claimed.length < claims.length) {
    throw new Error("A recipient left its place while it was locked.");
  }
  return new Map(claimed.map(({ id, message_id }) => [id, message_id]));
}

export async function skipRecipient(
  recipientId: number,
  { cause, detail }: { cause: RecipientCause; detail: string },
): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', cause = ${cause}, detail = ${detail}, settled_at = now()
        WHERE id = ${recipientId} AND state = 'pending'`,
  );
}

/**
 * Gives a pending recipient the phone number that its lead has now. Returns false if this occurrence of the campaign,
 * by any of the account's numbers, already writes to that phone, or another campaign is about to.
 */
export async function correctNumber(
  { id, run_id }: Pick<RecipientRow, "id" | "run_id">,
  { number, phoneKey }: { number: string; phoneKey: string },
): Promise<boolean> {
  const corrected = await execute(
    sql`UPDATE campaign_recipients p SET number = ${number}, phone_key = ${phoneKey}
        WHERE p.id = ${id} AND p.state = 'pending'
          AND NOT EXISTS (
            SELECT 1 FROM campaign_runs r JOIN campaign_runs s ON s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for
            JOIN campaign_recipients t ON t.run_id = s.id WHERE r.id = ${run_id} AND t.phone_key = ${phoneKey})
          AND NOT EXISTS (
            SELECT 1 FROM campaign_recipients t WHERE t.owner_id = p.owner_id AND t.phone_key = ${phoneKey}
              AND (t.step > 1) = (p.step > 1) AND t.state IN ('pending', 'sending'))`,
  );
  return corrected === 1;
}

/** Fails a recipient who was sent nothing: its number is not on WhatsApp. */
export async function failMissing(recipientId: number, detail: string): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET state = 'failed', cause = 'no_whatsapp', detail = ${detail}, settled_at = now()
        WHERE id = ${recipientId} AND state = 'pending'`,
  );
}

/** What follows the message that a recipient got. */
export interface FollowingStep {
  owner_id: number;
  wait_days: number;
  window_from: string | null;
  window_to: string | null;
  pacing: CampaignPacing;
}

/**
 * Records that messages were accepted. `reported`: by a status, which also settles an outcome that was given up.
 * Returns the recipients that were not settled before, with the step that follows; null where none does, or the person
 * has answered.
 */
export async function settleSent(
  sent: readonly { recipientId: number; providerMessageId: string; reported: boolean }[],
): Promise<Map<number, FollowingStep | null>> {
  const settled = await rows<{ id: number; next: FollowingStep | null }>(
    prepared(
      "settle sent",
      sql`UPDATE campaign_recipients p
          SET state = 'sent', provider_message_id = sent.provider_message_id, detail = NULL, cause = NULL, settled_at = now()
          FROM unnest(${sent.map(({ recipientId }) => recipientId)}::int[],
                      ${sent.map(({ providerMessageId }) => providerMessageId)}::text[],
                      ${sent.map(({ reported }) => reported)}::boolean[]) AS sent(id, provider_message_id, reported)
          WHERE p.id = sent.id AND (p.state = 'sending' OR sent.reported AND p.state = 'unknown')
          RETURNING p.id, (
            SELECT jsonb_build_object('owner_id', s.owner_id, 'wait_days', s.wait_days, 'window_from', s.window_from,
                                      'window_to', s.window_to, 'pacing', c.pacing)
            FROM campaign_runs r JOIN campaigns c ON c.id = r.campaign_id
            JOIN campaign_steps s ON s.campaign_id = r.campaign_id AND s.step = p.step + 1
            WHERE r.id = p.run_id AND r.status IN ('pending', 'running') AND r.stop_at IS NULL AND r.steps_end_at IS NULL
              AND NOT EXISTS (SELECT 1 FROM campaign_recipients a WHERE a.run_id = p.run_id AND a.phone_key = p.phone_key
                              AND a.answered_at IS NOT NULL)) AS next`,
    ),
  );
  return new Map(settled.map(({ id, next }) => [id, next]));
}

/**
 * Records that a message was not sent, or that its outcome is unknown. Returns false when the recipient was already
 * settled.
 */
export async function settleUnsent(
  recipientId: number,
  { state, cause, detail }: { state: "failed" | "unknown"; cause: RecipientCause; detail: string },
): Promise<boolean> {
  const done = await execute(
    sql`UPDATE campaign_recipients SET state = ${state}, detail = ${detail}, cause = ${cause}, settled_at = now()
        WHERE id = ${recipientId} AND state = 'sending'`,
  );
  return done === 1;
}

/** The provider did not accept the message: it is pending again under the same message id. */
export async function returnToPending(
  ownerId: OwnerId,
  recipientId: number,
  notBefore: Date,
  detail: string,
): Promise<void> {
  await prisma.campaignRecipient.updateMany({
    where: { owner_id: ownerId, id: recipientId, state: "sending" },
    data: { state: "pending", not_before: notBefore, detail },
  });
}

/** Marks every send without an outcome as `unknown`. Returns the recipients concerned. */
export function markOpenSendsUnknown(
  runId: number,
  detail: string,
): Promise<{ id: number; lead_id: number | null }[]> {
  return rows(
    sql`UPDATE campaign_recipients SET state = 'unknown', cause = 'unconfirmed', detail = ${detail}, settled_at = now()
        WHERE run_id = ${runId} AND state = 'sending' RETURNING id, lead_id`,
  );
}

/** A recipient whose message has no recorded outcome; null when it has one. */
export function findSending(recipientId: number): Promise<SendingRow | null> {
  return firstRow(
    sql`SELECT p.id, p.lead_id, p.number, p.text, p.attempts, r.id AS run_id, r.campaign_id, r.lease_no, r.stop_at
        FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id
        WHERE p.id = ${recipientId} AND p.state = 'sending'`,
  );
}

/** A recipient for whom a status names our id: its outcome is not recorded yet, or unknown. */
export interface ReportedRow extends SendingRow {
  address: string | null;
  instance_id: number | null;
  pacing: CampaignPacing;
}

/** The recipient whose message has this id of ours and no outcome yet; null when there is none. */
export function findReported(ownerId: OwnerId, messageId: string): Promise<ReportedRow | null> {
  return firstRow(
    prepared(
      "find reported",
      sql`SELECT p.id, p.lead_id, p.number, p.text, p.attempts, r.id AS run_id, r.campaign_id, r.lease_no, r.stop_at,
                 s.address, s.instance_id, c.pacing
          FROM campaign_recipients p JOIN campaign_runs r ON r.id = p.run_id JOIN campaigns c ON c.id = r.campaign_id
          LEFT JOIN sends s ON s.recipient_id = p.id
          WHERE p.owner_id = ${ownerId} AND p.message_id = ${messageId} AND p.state IN ('sending', 'unknown')`,
    ),
  );
}

/** When the run's next recipient is due; null when nobody is left. */
export async function findNextDue(run: LeasedRun): Promise<Date | null> {
  const row = await firstRow<{ due: Date | null }>(
    sql`SELECT min(coalesce(not_before, now())) AS due FROM campaign_recipients
        WHERE run_id = ${run.id} AND state = 'pending'`,
  );
  return row?.due ?? null;
}
