import type { TemplateLead } from "@/lib/domain/campaigns/message-template";
import { execute, firstRow, sql } from "@/server/db/sql";
import type { RunStatus } from "./campaigns.repository";

export interface RunClaim {
  id: number;
  owner_id: number;
  campaign_id: number;
  lease_no: number;
}

export interface RecipientRow {
  id: number;
  lead_id: number | null;
  phone_key: string;
  number: string;
  template: string;
  text: string | null;
  attempts: number;
  opted_out: boolean;
  contacted: boolean;
  lead: TemplateLead | null;
}

export interface SendingRow {
  id: number;
  lead_id: number | null;
  number: string;
  text: string;
  message_id: string;
  claimed_at: Date;
  attempts: number;
}

/** Takes the run under a new fencing number, unless another worker holds it or it is over. */
export function claimRun(runId: number, leaseSeconds: number): Promise<RunClaim | null> {
  return firstRow(
    sql`UPDATE campaign_runs SET status = 'running', lease_no = lease_no + 1,
          lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${runId} AND status IN ('pending', 'running') AND (lease_until IS NULL OR lease_until < now())
        RETURNING id, owner_id, campaign_id, lease_no`,
  );
}

/** Renews the lease and locks the run for the running transaction; null when it is no longer this worker's. */
export function renewRun(
  run: RunClaim,
  leaseSeconds: number,
): Promise<{ stop_at: Date | null; next_send_at: Date | null } | null> {
  return firstRow(
    sql`UPDATE campaign_runs SET lease_until = now() + make_interval(secs => ${leaseSeconds})
        WHERE id = ${run.id} AND lease_no = ${run.lease_no} AND status = 'running'
        RETURNING stop_at, next_send_at`,
  );
}

export async function releaseRun(run: RunClaim, nextSendAt: Date | null): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET lease_until = NULL, next_send_at = coalesce(${nextSendAt}, next_send_at)
        WHERE id = ${run.id} AND lease_no = ${run.lease_no} AND status = 'running'`,
  );
}

/** Records why a run is not getting on, or that it is again. */
export async function setRunTrouble(run: RunClaim, trouble: string | null): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET error_message = ${trouble}
        WHERE id = ${run.id} AND lease_no = ${run.lease_no} AND error_message IS DISTINCT FROM ${trouble}`,
  );
}

export async function setNextSend(run: RunClaim, at: Date): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = ${at} WHERE id = ${run.id} AND lease_no = ${run.lease_no}`,
  );
}

/** False when this worker no longer holds it. */
export async function endRun(
  run: RunClaim,
  status: Exclude<RunStatus, "pending" | "running">,
  errorMessage: string | null,
): Promise<boolean> {
  const ended = await execute(
    sql`UPDATE campaign_runs SET status = ${status}, error_message = ${errorMessage}, completed_at = now(),
          lease_until = NULL
        WHERE id = ${run.id} AND lease_no = ${run.lease_no} AND status = 'running'`,
  );
  return ended === 1;
}

/** The next recipient that is due, locked, with what the send must know at this instant. */
export function findNextRecipient(run: RunClaim): Promise<RecipientRow | null> {
  return firstRow(
    sql`SELECT p.id, p.lead_id, p.phone_key, p.number, c.messages[p.variant + 1] AS template, p.text, p.attempts,
               EXISTS (SELECT 1 FROM opt_outs o WHERE o.owner_id = p.owner_id AND o.phone_key = p.phone_key)
                 OR coalesce(l.status = 'opted_out', false) AS opted_out,
               coalesce(l.contacted_at IS NOT NULL AND NOT c.repeat_leads, false) AS contacted,
               CASE WHEN l.id IS NOT NULL THEN to_jsonb(l) END AS lead
        FROM campaign_recipients p
        JOIN campaign_runs r ON r.id = p.run_id
        JOIN campaigns c ON c.id = r.campaign_id
        LEFT JOIN leads l ON l.owner_id = p.owner_id AND l.id = p.lead_id
        WHERE p.run_id = ${run.id} AND p.state = 'pending' AND (p.not_before IS NULL OR p.not_before <= now())
        ORDER BY p.id LIMIT 1 FOR UPDATE OF p`,
  );
}

/** Writes down that this message is about to go out, before it does. Returns its id: the first attempt's, on every attempt. */
export async function markSending(
  recipientId: number,
  message: { id: string; text: string },
): Promise<string> {
  const row = await firstRow<{ message_id: string }>(
    sql`UPDATE campaign_recipients SET state = 'sending', message_id = coalesce(message_id, ${message.id}),
          text = ${message.text}, claimed_at = now(), attempts = attempts + 1, detail = NULL
        WHERE id = ${recipientId} AND state = 'pending'
        RETURNING message_id`,
  );
  if (!row) throw new Error("A recipient left its place while it was locked.");
  return row.message_id;
}

export async function skipRecipient(recipientId: number, reason: string): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', detail = ${reason}, settled_at = now()
        WHERE id = ${recipientId} AND state = 'pending'`,
  );
}

/** False when the row was settled before. */
export async function settleRecipient(
  recipientId: number,
  settled: {
    state: "sent" | "failed" | "unknown";
    providerMessageId?: string;
    detail?: string;
  },
): Promise<boolean> {
  const done = await execute(
    sql`UPDATE campaign_recipients SET state = ${settled.state},
          provider_message_id = ${settled.providerMessageId ?? null}, detail = ${settled.detail ?? null},
          settled_at = now()
        WHERE id = ${recipientId} AND state = 'sending'`,
  );
  return done === 1;
}

/** The provider did not take it: it goes back into the line, under the same message id. */
export async function returnToPending(
  recipientId: number,
  notBefore: Date,
  detail: string,
): Promise<void> {
  await execute(
    sql`UPDATE campaign_recipients SET state = 'pending', not_before = ${notBefore}, detail = ${detail}
        WHERE id = ${recipientId} AND state = 'sending'`,
  );
}

/** The oldest send whose outcome nobody wrote down and that is at least `seconds` old. */
export function findUnsettled(run: RunClaim, seconds: number): Promise<SendingRow | null> {
  return firstRow(
    sql`SELECT id, lead_id, number, text, message_id, claimed_at, attempts FROM campaign_recipients
        WHERE run_id = ${run.id} AND state = 'sending' AND claimed_at <= now() - make_interval(secs => ${seconds})
        ORDER BY id LIMIT 1`,
  );
}

/** When the next thing of this run is due: a send old enough to ask about or, when `withPending`, a recipient's turn; null when nothing is left. */
export async function findNextDue(
  run: RunClaim,
  unsettledSeconds: number,
  withPending: boolean,
): Promise<Date | null> {
  const row = await firstRow<{ due: Date | null }>(
    sql`SELECT min(CASE state WHEN 'pending' THEN coalesce(not_before, now())
                    ELSE claimed_at + make_interval(secs => ${unsettledSeconds}) END) AS due
        FROM campaign_recipients WHERE run_id = ${run.id} AND (state = 'sending' OR (${withPending} AND state = 'pending'))`,
  );
  return row?.due ?? null;
}
