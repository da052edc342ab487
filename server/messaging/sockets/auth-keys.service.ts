import { transaction } from "@/server/platform/db/transaction";
import { resealRows } from "@/server/platform/reseal-rows";
import { seal, unseal } from "@/server/platform/secrets";
import * as repository from "./auth-keys.repository";
import { setPairedNumber, socketLeases } from "./socket-leases.repository";
import type { SocketLease } from "./socket-leases.service";

export class LeaseLostError extends Error {}

/**
 * Kept when a phone is unpaired: they belong to the contacts, not to the device. Without its tctoken a known chat
 * counts as a stranger's, and WhatsApp answers 463.
 */
const KEPT_TYPES = ["tctoken", "lid-mapping"];

/** Returns the values by id; a key that cannot be unsealed is missing. */
export async function readKeys(
  instanceId: number,
  type: string,
  keyIds: string[],
): Promise<Map<string, string>> {
  const found = await repository.findKeys(instanceId, type, keyIds);
  const values = new Map<string, string>();
  for (const { key_id, sealed_value } of found) {
    const value = unseal(sealed_value, placeOf(instanceId, type, key_id));
    if (value !== null) values.set(key_id, value);
  }
  return values;
}

/**
 * Writes all keys or none; a null value deletes the key.
 * @throws LeaseLostError when another worker may hold the connection
 */
export async function writeKeys(
  lease: SocketLease,
  keys: { type: string; keyId: string; value: string | null }[],
): Promise<void> {
  const kept = keys.flatMap(({ type, keyId, value }) =>
    value === null
      ? []
      : [{ type, keyId, sealedValue: seal(value, placeOf(lease.id, type, keyId)) }],
  );
  const deleted = keys.filter(({ value }) => value === null);
  await inLease(lease, async () => {
    if (kept.length > 0) await repository.upsertKeys(lease.ownerId, lease.id, kept);
    if (deleted.length > 0) await repository.deleteKeys(lease.id, deleted);
  });
}

/** Deletes the pairing; data of the contacts is kept for the next pairing of the same number. */
export async function deletePairing(lease: SocketLease): Promise<void> {
  await inLease(lease, () => repository.deleteKeysExcept(lease.id, KEPT_TYPES));
}

/** Deletes stored data of another number's contacts. */
export async function keepContactsOf(lease: SocketLease, number: string): Promise<void> {
  await inLease(lease, async () => {
    const earlier = await setPairedNumber(lease.id, lease.leaseNo, number);
    if (earlier === null || earlier === number) return;
    await repository.deleteKeysOfTypes(lease.id, KEPT_TYPES);
  });
}

function placeOf(instanceId: number, type: string, keyId: string): string {
  return `whatsapp_auth_keys.sealed_value ${instanceId} ${type} ${keyId}`;
}

async function inLease(lease: SocketLease, write: () => Promise<void>): Promise<void> {
  await transaction(async () => {
    const held = await socketLeases.lock(lease.id, lease.leaseNo);
    if (!held) throw new LeaseLostError(`Lease ${lease.leaseNo} of socket ${lease.id} was lost`);
    await write();
  });
}

/** Seals the keys of all phones with the installation's current secret. Returns how many. */
export function resealKeys(): Promise<number> {
  return resealRows(
    ({ instance_id, type, key_id }) => placeOf(instance_id, type, key_id),
    repository.findSealedKeys,
    repository.replaceSealedKeys,
  );
}
