import type { PersonKeys } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { seal, unseal } from "@/server/platform/secrets";
import { findKeysOfErased } from "./erasure.repository";

export function sealKeys(ownerId: OwnerId, keys: PersonKeys): string {
  return seal(JSON.stringify(keys), placeOf(ownerId));
}

function placeOf(ownerId: OwnerId): string {
  return `privacy_requests.sealed_keys ${ownerId}`;
}

/** @throws Error when they were sealed with another secret */
export function readKeys(ownerId: OwnerId, sealedKeys: string): PersonKeys {
  const text = unseal(sealedKeys, placeOf(ownerId));
  if (text === null) throw new Error("The keys of a request cannot be read.");
  return JSON.parse(text) as PersonKeys;
}

/**
 * A restored database has only the hashes: its rows show which keys they belong to. All rows of an account are read,
 * once for all its requests.
 */
export async function findRestoredKeys(
  ownerId: OwnerId,
  requestIds: readonly number[],
): Promise<PersonKeys[]> {
  const found = await transaction(() => findKeysOfErased(ownerId));
  return requestIds.map((id) => {
    const of = (kind: string) =>
      found.filter((key) => key.request_id === id && key.kind === kind).map(({ value }) => value);
    return { phones: of("phone"), emails: of("email"), cnpjs: of("cnpj") };
  });
}
