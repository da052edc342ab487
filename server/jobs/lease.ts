import { ownerOfRow, type UserId } from "@/server/actor";
import { transaction } from "@/server/db/transaction";

const LEASE_S = 20;
const RENEW_MS = 5_000;

/** A row's work while one worker has it. */
export interface Leased {
  id: number;
  ownerId: UserId;
  /** Fencing number: only its holder writes. */
  leaseNo: number;
  /** Aborts when the worker shuts down or the row is no longer its own. */
  signal: AbortSignal;
}

/** How rows of one kind are taken, kept and given back. */
export interface LeasedRows {
  /** Null when the row is not to be had: another worker holds it, it is over, or its owner has enough under way. */
  claim(id: number, leaseSeconds: number): Promise<{ owner_id: number; lease_no: number } | null>;
  /** False when the row is no longer this worker's. */
  renew(id: number, leaseNo: number, leaseSeconds: number): Promise<boolean>;
  /** Lets go, until `resumeAt` when given: before it nobody takes the row up. */
  release(id: number, leaseNo: number, resumeAt: Date | null): Promise<void>;
}

/**
 * Works on a row while its lease is renewed, and gives it back however that ends. `work` says when to go on, or null when
 * there is nothing left for this worker. Null when the row was not to be had; what is thrown once it is lost is dropped.
 */
export async function workUnderLease(
  rows: LeasedRows,
  id: number,
  shutdown: AbortSignal,
  work: (leased: Leased) => Promise<Date | null>,
): Promise<{ ownerId: UserId; resumeAt: Date | null } | null> {
  const claim = await transaction(() => rows.claim(id, LEASE_S));
  if (!claim) return null;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    rows.renew(id, claim.lease_no, LEASE_S).then(
      (held) => held || lost.abort(),
      // The database is away: the lease runs out by itself and the sweep takes the row up again.
      () => undefined,
    );
  }, RENEW_MS);
  const leased: Leased = {
    id,
    ownerId: ownerOfRow(claim.owner_id),
    leaseNo: claim.lease_no,
    signal: AbortSignal.any([shutdown, lost.signal]),
  };
  let resumeAt: Date | null = null;
  try {
    resumeAt = await work(leased);
  } catch (error) {
    if (!leased.signal.aborted) throw error;
  } finally {
    clearInterval(renewal);
    await rows.release(id, leased.leaseNo, resumeAt);
  }
  return { ownerId: leased.ownerId, resumeAt };
}
