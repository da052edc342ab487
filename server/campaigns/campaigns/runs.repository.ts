import type { RunKind } from "@/lib/domain/campaigns/campaign";
import type { CampaignTemplate } from "@/lib/domain/campaigns/campaign-template";
import type { CampaignPacing } from "@/lib/domain/campaigns/pacing";
import { isTrouble, type WaitCause } from "@/lib/domain/campaigns/wait-cause";
import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

/** A run, identified with the lease number of the worker that holds it. */
export interface LeasedRun {
  ownerId: OwnerId;
  id: number;
  leaseNo: number;
}

export const runLeases = leaseQueries({
  table: "campaign_runs",
  owner: "owner_id",
  active: sql`status IN ('pending', 'running')`,
  onClaim: sql`status = 'running'`,
  stoppable: true,
  maxAttempts: 8,
  // A run that was asked to stop still has to be ended.
  evenInactive: sql`stop_at IS NOT NULL`,
});

/** The run's campaign, and whether any recipient has been decided yet; null for an unknown run. */
export function findProgress(
  ownerId: OwnerId,
  runId: number,
): Promise<{ campaignId: number; instanceId: number | null; begun: boolean } | null> {
  return firstRow(
    prepared(
      "find run progress",
      sql`SELECT r.campaign_id AS "campaignId", r.instance_id AS "instanceId",
                 EXISTS (SELECT 1 FROM campaign_recipients p WHERE p.run_id = r.id AND p.state <> 'pending') AS begun
          FROM campaign_runs r WHERE r.owner_id = ${ownerId} AND r.id = ${runId}`,
    ),
  );
}

export async function findCampaignId(ownerId: OwnerId, runId: number): Promise<number | null> {
  const run = await prisma.campaignRun.findFirst({
    where: { owner_id: ownerId, id: runId },
    select: { campaign_id: true },
  });
  return run?.campaign_id ?? null;
}

export interface LockedRun {
  id: number;
  lease_no: number;
  kind: RunKind;
  created_at: Date;
  stop_at: Date | null;
  paused_at: Date | null;
  resumed_at: Date | null;
  trouble_since: Date | null;
  typing_for: number | null;
  steps_end_at: Date | null;
  asked_sender_key: string | null;
  /** The run's next message does not go out before this instant. */
  next_send_at: Date | null;
  pacing: CampaignPacing;
  opt_out_line: boolean;
  /** Null for a campaign of texts. */
  templates: CampaignTemplate[] | null;
  /** Only follow-ups are left. */
  following: boolean;
  /** A message has no recorded outcome yet. */
  has_open_send: boolean;
}

/** Locks runs until the current transaction ends. Leaves out those that are over, or whose lease was lost. */
export function lockRuns(runs: readonly LeasedRun[]): Promise<LockedRun[]> {
  return rows(
    prepared(
      "lock runs",
      sql`SELECT r.id, r.lease_no, r.kind, r.created_at, r.stop_at, r.paused_at, r.resumed_at, r.trouble_since, r.typing_for,
                 r.steps_end_at, r.asked_sender_key, r.next_send_at, c.pacing, c.opt_out_line, c.templates, r.following_since IS NOT NULL AS following,
                 EXISTS (SELECT 1 FROM campaign_recipients p WHERE p.run_id = r.id AND p.state = 'sending') AS has_open_send
          FROM unnest(${runs.map(({ id }) => id)}::int[], ${runs.map(({ leaseNo }) => leaseNo)}::int[]) AS held(id, lease_no)
          JOIN campaign_runs r ON r.id = held.id AND r.lease_no = held.lease_no
          JOIN campaigns c ON c.id = r.campaign_id
          WHERE r.status = 'running'
          ORDER BY r.id FOR NO KEY UPDATE OF r`,
    ),
  );
}

/** Records that messages went out or were refused, and when the next ones may. */
export async function setNextSends(sends: readonly { run: LeasedRun; at: Date }[]): Promise<void> {
  await execute(
    prepared(
      "set next sends",
      sql`UPDATE campaign_runs r
          SET next_send_at = next.at, attempts = 0, notice = NULL, wait_cause = NULL, trouble_since = NULL, typing_for = NULL
          FROM unnest(${sends.map(({ run }) => run.id)}::int[], ${sends.map(({ run }) => run.leaseNo)}::int[],
                      ${sends.map(({ at }) => at)}::timestamptz[]) AS next(id, lease_no, at)
          WHERE r.id = next.id AND r.lease_no = next.lease_no`,
    ),
  );
}

/**
 * Records that the run waits until `at` and why. In trouble nothing can be sent for now: its start is kept until a
 * message goes out again.
 */
export async function setWait(
  run: LeasedRun,
  at: Date,
  { notice, cause }: { notice: string; cause: WaitCause },
): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET next_send_at = ${at}, attempts = 0, notice = ${notice}, wait_cause = ${cause},
          trouble_since = CASE WHEN ${isTrouble(cause)} THEN coalesce(trouble_since, now()) END
        WHERE id = ${run.id} AND lease_no = ${run.leaseNo}`,
  );
}

/**
 * Records that the run waits for the next follow-up, due at `at`. Once everybody has had the first message, its owner
 * may start another campaign beside it.
 */
export async function waitForFollowUp(run: LeasedRun, at: Date): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs r SET next_send_at = ${at}, attempts = 0, notice = NULL, wait_cause = 'step', trouble_since = NULL,
          following_since = coalesce(following_since, now())
        WHERE r.id = ${run.id} AND r.lease_no = ${run.leaseNo}
          AND NOT EXISTS (SELECT 1 FROM campaign_recipients p
                          WHERE p.run_id = r.id AND p.step = 1 AND p.state IN ('pending', 'sending'))`,
  );
}

/** Makes a run that waits for an outcome due at once. */
export async function wakeRun(runId: number): Promise<void> {
  await prisma.campaignRun.updateMany({
    where: { id: runId, status: "running", lease_until: null },
    data: { resume_at: null },
  });
}

/**
 * Pauses the run, to protect its number, until a user continues it. `askedSenderKey`: the number that the user is asked
 * about.
 */
export async function pauseRun(
  run: LeasedRun,
  notice: string,
  askedSenderKey: string | null = null,
): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET paused_at = now(), notice = ${notice}, wait_cause = 'guard', next_send_at = NULL,
               asked_sender_key = coalesce(${askedSenderKey}, asked_sender_key)
        WHERE id = ${run.id} AND lease_no = ${run.leaseNo} AND paused_at IS NULL`,
  );
}

/** Pauses every run of every account that is not over. */
export async function pauseAllRuns(notice: string): Promise<void> {
  await execute(
    sql`UPDATE campaign_runs SET paused_at = now(), notice = ${notice}, wait_cause = 'guard', next_send_at = NULL
        WHERE status IN ('pending', 'running') AND paused_at IS NULL AND stop_at IS NULL`,
  );
}

/**
 * Pauses a run even if a worker holds its lease: the run checks this before its next message. Returns its campaign;
 * null when it is over or paused already.
 */
export async function pauseFromOutside(
  ownerId: OwnerId,
  runId: number,
  notice: string,
): Promise<number | null> {
  const [paused] = await prisma.campaignRun.updateManyAndReturn({
    where: {
      owner_id: ownerId,
      id: runId,
      status: { in: ["pending", "running"] },
      paused_at: null,
      stop_at: null,
    },
    data: { paused_at: new Date(), notice, wait_cause: "guard", next_send_at: null },
    select: { campaign_id: true },
  });
  return paused?.campaign_id ?? null;
}

/** Records that the recipient is shown that we are typing, until the message goes out at `at`. */
export async function setTyping(run: LeasedRun, recipientId: number, at: Date): Promise<void> {
  await prisma.campaignRun.updateMany({
    where: { id: run.id, lease_no: run.leaseNo },
    data: { typing_for: recipientId, next_send_at: at },
  });
}

/** Returns false when the lease was lost. */
export async function endRun(
  run: Pick<LeasedRun, "id" | "leaseNo">,
  status: "completed" | "stopped" | "error",
  errorMessage: string | null,
): Promise<boolean> {
  const ended = await execute(
    sql`UPDATE campaign_runs SET status = ${status}, error_message = ${errorMessage}, notice = NULL, wait_cause = NULL, completed_at = now(),
          lease_until = NULL
        WHERE id = ${run.id} AND lease_no = ${run.leaseNo} AND status IN ('pending', 'running')`,
  );
  if (ended === 0) return false;
  await execute(
    sql`UPDATE campaign_recipients SET state = 'skipped', cause = 'stopped', settled_at = now(),
               detail = 'A prospecção parou antes deste envio'
        WHERE run_id = ${run.id} AND state = 'pending'`,
  );
  return true;
}

/** True while a message of the run has no recorded outcome. */
export async function hasOpenSend(runId: number): Promise<boolean> {
  const open = await prisma.campaignRecipient.findFirst({
    where: { run_id: runId, state: "sending" },
    select: { id: true },
  });
  return open !== null;
}

/** Pauses every run of an account that is not over. Returns their campaigns. */
export async function pauseRunsOf(ownerId: OwnerId, notice: string): Promise<number[]> {
  const paused = await prisma.campaignRun.updateManyAndReturn({
    where: {
      owner_id: ownerId,
      status: { in: ["pending", "running"] },
      paused_at: null,
      stop_at: null,
    },
    data: { paused_at: new Date(), notice, wait_cause: "person", next_send_at: null },
    select: { campaign_id: true },
  });
  return paused.map(({ campaign_id }) => campaign_id);
}

/** Campaigns with an active run that waits for a user. */
export async function countPausedCampaigns(ownerId: OwnerId): Promise<number> {
  const paused = await prisma.campaignRun.findMany({
    where: {
      owner_id: ownerId,
      status: { in: ["pending", "running"] },
      paused_at: { not: null },
    },
    distinct: ["campaign_id"],
    select: { id: true },
  });
  return paused.length;
}
