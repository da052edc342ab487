import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./socket-leases.repository";
import { socketLeases } from "./socket-leases.repository";

export { SOCKET_CHANNEL } from "./socket-leases.repository";

/** A connection while this worker holds its lease. */
export interface SocketLease {
  /** The instance's id. */
  id: number;
  ownerId: number;
  /** Fencing number: every write checks it. */
  leaseNo: number;
}

/** A dead worker's connections are free after this time. */
const LEASE_S = 15;
/** QR codes are requested while a user looks at the card, which asks every 5 seconds. */
const PAIRING_S = 180;
const LOOKED_AT_S = 60;

/** Requests that a worker opens the instance's connection. */
export function requestSocket(instanceId: number): Promise<void> {
  return repository.requestSocket(instanceId, PAIRING_S);
}

/** No worker opens the connection any more; its holder notices when it renews its lease. */
export function dismissSocket(instanceId: number): Promise<void> {
  return repository.dismissSocket(instanceId);
}

/**
 * The connection's state for a user who is looking at it, which keeps its QR codes coming. Null when it was never
 * requested.
 */
export async function readSocket(instanceId: number) {
  await repository.extendPairing(instanceId, LOOKED_AT_S);
  return repository.readSocket(instanceId);
}

export function isPairingWatched(instanceId: number): Promise<boolean> {
  return repository.isPairingWatched(instanceId);
}

/** Returns null when another worker holds the connection or nobody wants it. `attempts`: holders that died. */
export async function claimSocket(
  instanceId: number,
): Promise<{ lease: SocketLease; attempts: number } | null> {
  const claim = await transaction(() => socketLeases.claim(instanceId, LEASE_S));
  if (!claim) return null;
  const { owner_id: ownerId, lease_no: leaseNo, attempts } = claim;
  return { lease: { id: instanceId, ownerId, leaseNo }, attempts };
}

/** Returns false when the lease was lost or nobody wants the connection any more. */
export function renewSocket({ id, leaseNo }: SocketLease): Promise<boolean> {
  return socketLeases.renew(id, leaseNo, LEASE_S);
}

/** Frees the connection. No worker may claim it within `restMs`. */
export async function releaseSocket({ id, leaseNo }: SocketLease, restMs: number): Promise<void> {
  const resumeAt = restMs > 0 ? new Date(Date.now() + restMs) : null;
  await socketLeases.release(id, leaseNo, { resumeAt, failed: false });
  // A sweep finds rests that are over.
  if (resumeAt === null) await repository.announceRelease(id);
}

/** Returns false when the lease was lost. */
export function setSocketState(
  { id, leaseNo }: SocketLease,
  state: repository.SocketState,
): Promise<boolean> {
  return repository.setState(id, leaseNo, state);
}

/** Ends the connection until it is requested again. */
export function retireSocket({ id, leaseNo }: SocketLease): Promise<void> {
  return repository.retireSocket(id, leaseNo);
}

/** Connections that are wanted and that no worker holds. */
export async function findFreeSockets(limit: number): Promise<number[]> {
  return (await socketLeases.findUnclaimed(limit)).map(({ id }) => id);
}
