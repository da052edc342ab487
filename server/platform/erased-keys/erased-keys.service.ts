import { toKeptNumber } from "@/lib/domain/phone/read-number";
import { findKeysInText, joinKeys } from "@/lib/domain/privacy/person-keys";
import type { PersonKeys } from "@/lib/domain/privacy/privacy-request";
import { errorCopy } from "@/lib/error-copy";
import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { setErasureKey } from "@/server/platform/db/transaction";
import { resealKey, toFingerprint, toPads, unsealKey } from "@/server/platform/erasure-key";
import * as repository from "./erased-keys.repository";

/** The values that identify a lead or a contact, as they are stored. */
export interface KnownBy {
  phone_key?: string | null | undefined;
  /** As a user typed it. */
  phone?: string | null | undefined;
  email?: string | null | undefined;
  cnpj?: string | null | undefined;
}

/** Message for a row that is refused because of its person: it does not reveal who that is. */
export const PERSON_ERASED = errorCopy.person_erased;

const KEY_FIELDS = ["phone_key", "phone", "email", "cnpj"] as const;

function toKeys({ phone_key, phone, email, cnpj }: KnownBy): PersonKeys {
  const typed = toKeptNumber(phone)?.phone_key;
  return {
    phones: [phone_key, typed].flatMap((key) => key ?? []),
    emails: email ? [email.trim().toLowerCase()] : [],
    cnpjs: cnpj ? [cnpj] : [],
  };
}

/**
 * Refuses data that would bring an erased person back, under the field that does. The database refuses it as well,
 * without a message.
 * @throws AppError person_erased
 */
export async function requireNotErased(ownerId: OwnerId, known: KnownBy): Promise<void> {
  const erased = await repository.findErased(ownerId, toKeys(known));
  if (erased.size === 0) return;
  const isErased = (name: (typeof KEY_FIELDS)[number]) => {
    const { phones, emails, cnpjs } = toKeys({ [name]: known[name] });
    return [...phones, ...emails, ...cnpjs].some((key) => erased.has(key));
  };
  const field = KEY_FIELDS.find(isErased) ?? "phone_key";
  throw new AppError("person_erased", "", {
    fields: { [field === "phone_key" ? "whatsapp" : field]: PERSON_ERASED },
  });
}

/** Returns those of the items that name an erased person. */
export async function findErasedOf<T extends KnownBy>(
  ownerId: OwnerId,
  items: readonly T[],
): Promise<ReadonlySet<T>> {
  const each = items.map((item) => ({ item, keys: toKeys(item) }));
  const erased = await repository.findErased(ownerId, {
    phones: each.flatMap(({ keys }) => keys.phones),
    emails: each.flatMap(({ keys }) => keys.emails),
    cnpjs: each.flatMap(({ keys }) => keys.cnpjs),
  });
  if (erased.size === 0) return new Set();
  return new Set(
    each
      .filter(({ keys }) =>
        [...keys.phones, ...keys.emails, ...keys.cnpjs].some((key) => erased.has(key)),
      )
      .map(({ item }) => item),
  );
}

/** Which of these lists of texts an erased person is named in, by place. */
export async function findErasedTexts(
  ownerId: OwnerId,
  lists: readonly (readonly string[])[],
): Promise<ReadonlySet<number>> {
  if (lists.length === 0 || !(await repository.hasErased(ownerId))) return new Set();
  const each = lists.map((texts) => texts.map(findKeysInText).reduce(joinKeys, NO_KEYS));
  const erased = await repository.findErased(ownerId, {
    phones: each.flatMap(({ phones }) => phones),
    emails: each.flatMap(({ emails }) => emails),
    cnpjs: each.flatMap(({ cnpjs }) => cnpjs),
  });
  const isNamed = ({ phones, emails, cnpjs }: PersonKeys) =>
    [...phones, ...emails, ...cnpjs].some((key) => erased.has(key));
  return new Set(each.flatMap((keys, at) => (isNamed(keys) ? [at] : [])));
}

const NO_KEYS: PersonKeys = { phones: [], emails: [], cnpjs: [] };

/** Returns those of the keys that were erased. */
export function findErasedKeys(ownerId: OwnerId, keys: PersonKeys): Promise<ReadonlySet<string>> {
  return repository.findErased(ownerId, keys);
}

/**
 * Counts that erased people wrote again. `phones` are the keys of their numbers and chat ids; what they wrote is not
 * kept.
 */
export async function noteWroteAgain(ownerId: OwnerId, phones: readonly string[]): Promise<void> {
  const [requestId] = await repository.countWroteAgain(ownerId, phones);
  if (requestId === undefined) return;
  // The person may write under only one of the ids next time.
  const hashes = await repository.hashKeys(ownerId, { phones, emails: [], cnpjs: [] });
  await repository.insertHashes(ownerId, requestId, hashes);
}

/**
 * Blocks a person's data from now on. Call inside a transaction, which should be short: writes for the account wait
 * meanwhile.
 */
export async function eraseKeys(
  ownerId: OwnerId,
  requestId: number,
  keys: PersonKeys,
): Promise<void> {
  await repository.lockWriters(ownerId);
  await repository.insertHashes(ownerId, requestId, await repository.hashKeys(ownerId, keys));
}

export const { countFiles, deleteHashes, findHashes, insertHashes, setFiles, takeFileNo } =
  repository;

/** The sealed key, which is stored next to the hashes in the store of files. */
export async function readSealedKey(): Promise<string> {
  const kept = await repository.readKey();
  if (!kept) throw new Error("The key of erased people is made with the first connection.");
  return kept.sealed_key;
}

/**
 * Ensures that this database has the key that hashes from the store of files were made with. A database that has erased
 * nobody yet replaces its own key by that one. Call inside a transaction. Returns false where this is impossible.
 */
export async function adoptKey(sealedKey: string): Promise<boolean> {
  const key = unsealKey(sealedKey);
  if (key === null) return false;
  const fingerprint = toFingerprint(key);
  const kept = await repository.readKey();
  if (kept && fingerprint.equals(kept.fingerprint)) return true;
  if (await repository.hasErasedAnybody()) return false;
  await repository.replaceKey(sealedKey, fingerprint, toPads(key).toString("hex"));
  return true;
}

/** Sessions of this process use the key that is kept now: a restored database may have taken over another one. */
export async function refreshErasureKey(): Promise<void> {
  const kept = await repository.readKey();
  const key = kept && unsealKey(kept.sealed_key);
  if (key) setErasureKey(key);
}

/**
 * Without the key, erased people cannot be recognised: a process that cannot read it does not start.
 * @throws Error with a sentence for the operator
 */
export async function checkErasureKey(): Promise<void> {
  const kept = await repository.readKey();
  if (kept && unsealKey(kept.sealed_key) !== null) return;
  if (!kept && !(await repository.hasErasedAnybody())) return;
  throw new Error(
    "The key of erased people cannot be read with this AUTH_SECRET: whoever was erased would be let back in. Set the secret that it was sealed with; docs/operations.md tells more.",
  );
}

/** Seals the key with the installation's current secret. Returns whether that was necessary. */
export async function resealErasureKey(): Promise<boolean> {
  const kept = await repository.readKey();
  const sealed = kept && resealKey(kept.sealed_key);
  if (!kept || !sealed) return false;
  await repository.replaceSealedKey(kept.sealed_key, sealed);
  return true;
}
