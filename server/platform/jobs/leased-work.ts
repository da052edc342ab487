import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { logger } from "@/server/platform/logger";
import { describeWork, outsideWork } from "@/server/platform/work";
import type { RowJob } from "./define-job";
import { enqueue } from "./enqueue";
import { createProgressReporter } from "./progress";

const LEASE_S = 20;
const RENEW_MS = 5_000;
const SWEEP_LIMIT = 50;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 10 * 60_000;
const END_RETRY_MS = 60_000;

/** A row while this worker holds its lease. */
export interface Leased {
  readonly id: number;
  readonly ownerId: OwnerId;
  /** Fencing number: every write checks it, so that a worker that lost the lease changes nothing. */
  readonly leaseNo: number;
  /** Failures and lost workers since the row last made progress. */
  readonly attempts: number;
  /** Aborts when the worker shuts down or the lease is lost. */
  readonly signal: AbortSignal;
  /** Publishes the row's progress, throttled. */
  reportProgress(): void;
}

/** The outcome of one run of the work. */
export type Advance =
  /** Finished, or no longer this worker's. */
  | { state: "ended" }
  /** To be continued at `resumeAt`. */
  | { state: "paused"; resumeAt: Date }
  /**
   * Counts as an attempt and is retried later, unless `final` or out of attempts: the row then ends as an error.
   * `reason` is a sentence for the owner.
   */
  | { state: "failed"; reason: string; retryAfterMs?: number | null; final?: boolean };

interface QueuedRow {
  id: number;
  lease_no: number;
}

/** Work that is done row by row under leases. */
export interface LeasedWork<Job extends RowJob = RowJob> {
  job: Job;
  /** How many rows one worker processes at once; `usual` is the installation's setting for ordinary work. */
  concurrency: (usual: number) => number;
  /** See server/platform/db/lease-queries. */
  leases: {
    maxAttempts: number;
    claim(
      id: number,
      leaseSeconds: number,
    ): Promise<{ owner_id: number; lease_no: number; attempts: number } | null>;
    renew(id: number, leaseNo: number, leaseSeconds: number): Promise<boolean>;
    release(
      id: number,
      leaseNo: number,
      how: { resumeAt: Date | null; failed: boolean },
    ): Promise<void>;
    countAttempt(
      id: number,
      leaseNo: number,
    ): Promise<{ attempts: number; stop_requested: boolean } | null>;
    findUnclaimed(limit: number): Promise<QueuedRow[]>;
    findWaiting(ownerId: number): Promise<QueuedRow | null>;
  };
  /** Delay before the first retry; it doubles with every attempt. */
  firstRetryMs?: number;
  /** Shown to the owner when the work keeps throwing. */
  failure: string;
  /** Continues the row from where the last worker stopped. An exception counts as a failed attempt. */
  advance(leased: Leased): Promise<Advance>;
  /** Ends the row: its attempts are used up, or its owner asked it to stop and the regular way failed. */
  end(leased: Leased, how: "stopped" | "error", reason: string): Promise<void>;
  publishProgress(leased: Leased): Promise<void>;
}

/**
 * Claims a row, processes it while renewing the lease, and releases it even when the work fails. Does nothing when the
 * row cannot be claimed. Returns when the job is to run again, if at all.
 */
export async function workOnRow(
  work: LeasedWork,
  id: number,
  shutdown: AbortSignal,
): Promise<{ resumeAt: Date } | undefined> {
  const claim = await transaction(() => work.leases.claim(id, LEASE_S));
  if (!claim) return undefined;
  describeWork({ "garimpo.owner_id": claim.owner_id, "garimpo.attempts": claim.attempts });
  const lost = new AbortController();
  const renewal = setInterval(() => {
    work.leases.renew(id, claim.lease_no, LEASE_S).then(
      (renewed) => renewed || lost.abort(),
      // The database is unreachable: the lease expires and the sweep enqueues the row again.
      () => undefined,
    );
  }, RENEW_MS);
  const progress = createProgressReporter(() => work.publishProgress(leased));
  const leased: Leased = {
    id,
    ownerId: ownerOfRow(claim.owner_id),
    leaseNo: claim.lease_no,
    attempts: claim.attempts,
    signal: AbortSignal.any([shutdown, lost.signal]),
    reportProgress: progress.report,
  };
  // The outcome if recording the real one fails.
  let released = { resumeAt: null as Date | null, failed: true };
  try {
    released = await processRow(work, leased);
  } finally {
    clearInterval(renewal);
    progress.cancel();
    await work.leases.release(id, claim.lease_no, released);
  }
  await progress.flush();
  if (released.resumeAt) return { resumeAt: released.resumeAt };
  const waiting = await work.leases.findWaiting(claim.owner_id);
  if (waiting) {
    // It has another origin, which is not known here.
    await outsideWork(() => enqueue(work.job, { id: waiting.id, leaseNo: waiting.lease_no }));
  }
  return undefined;
}

/** Enqueues the rows that no worker holds: the queue lost their job, or their worker died. */
export async function sweepRows(work: LeasedWork): Promise<void> {
  for (const { id, lease_no } of await work.leases.findUnclaimed(SWEEP_LIMIT)) {
    await enqueue(work.job, { id, leaseNo: lease_no });
  }
}

async function processRow(work: LeasedWork, leased: Leased) {
  if (leased.attempts >= work.leases.maxAttempts) return end(work, leased, "error", work.failure);
  const turn = await advance(work, leased);
  if (turn.state === "ended") return { resumeAt: null, failed: false };
  if (turn.state === "paused") return { resumeAt: turn.resumeAt, failed: false };
  return retryOrEnd(work, leased, turn);
}

async function advance(work: LeasedWork, leased: Leased): Promise<Advance> {
  try {
    return await work.advance(leased);
  } catch (error) {
    // After a lost lease or at shutdown an interrupted statement is not a failure of the work.
    if (leased.signal.aborted) return { state: "ended" };
    logger.warn({ job: work.job.name, id: leased.id, err: error }, "work failed");
    return { state: "failed", reason: work.failure };
  }
}

async function retryOrEnd(
  work: LeasedWork,
  leased: Leased,
  { reason, retryAfterMs, final }: Extract<Advance, { state: "failed" }>,
) {
  describeWork({ "garimpo.outcome": "failed" }, { failed: true });
  const counted = await work.leases.countAttempt(leased.id, leased.leaseNo);
  if (!counted) return { resumeAt: null, failed: true };
  if (counted.stop_requested) return end(work, leased, "stopped", reason);
  if (final || counted.attempts >= work.leases.maxAttempts) {
    logger.error({ job: work.job.name, id: leased.id, reason }, "work given up");
    return end(work, leased, "error", reason);
  }
  const delayMs = retryAfterMs ?? retryDelayMs(work, counted.attempts);
  return { resumeAt: new Date(Date.now() + delayMs), failed: true };
}

/** If ending fails too, the row waits before the next attempt, which would otherwise fail at once. */
async function end(work: LeasedWork, leased: Leased, how: "stopped" | "error", reason: string) {
  try {
    await work.end(leased, how, reason);
    return { resumeAt: null, failed: true };
  } catch (error) {
    logger.error({ job: work.job.name, id: leased.id, err: error }, "work could not be ended");
    return { resumeAt: new Date(Date.now() + END_RETRY_MS), failed: true };
  }
}

function retryDelayMs({ firstRetryMs = FIRST_RETRY_MS }: LeasedWork, attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, firstRetryMs * 2 ** (attempts - 1));
}
