import type { PersonKeys } from "@/lib/domain/privacy/privacy-request";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, type Sql, sql } from "@/server/platform/db/sql";

/** Limit for requests with one key in common. */
const MOST_RELYING = 1_000;

type KeyKind = "phone" | "email" | "cnpj";

export interface HashedKey {
  kind: KeyKind;
  hash: Buffer;
}

/** The keys one by one, as `kind` and `value`. */
function listKeys({ phones, emails, cnpjs }: PersonKeys): Sql {
  return sql`(SELECT 'phone' AS kind, unnest(${[...phones]}::text[]) AS value
    UNION SELECT 'email', lower(btrim(unnest(${[...emails]}::text[])))
    UNION SELECT 'cnpj', unnest(${[...cnpjs]}::text[]))`;
}

/** Those of the keys that were erased. */
export async function findErased(ownerId: OwnerId, keys: PersonKeys): Promise<Set<string>> {
  // Most accounts erased nobody: nothing is hashed then.
  const found = await rows<{ value: string }>(
    sql`SELECT k.value FROM ${listKeys(keys)} AS k
        WHERE EXISTS (SELECT 1 FROM erased_keys WHERE owner_id = ${ownerId})
          AND EXISTS (SELECT 1 FROM erased_keys e
            WHERE e.owner_id = ${ownerId} AND e.hash = erasure_hash(${ownerId}::int, k.kind, k.value))`,
  );
  return new Set(found.map(({ value }) => value));
}

/** Waits for running writes of the account, and blocks new ones until the transaction ends. */
export async function lockWriters(ownerId: number): Promise<void> {
  await execute(sql`SELECT pg_advisory_xact_lock(hashtext('erasures'), ${ownerId}::int)`);
}

export function hashKeys(ownerId: OwnerId, keys: PersonKeys): Promise<HashedKey[]> {
  return rows(
    sql`SELECT DISTINCT k.kind, erasure_hash(${ownerId}::int, k.kind, k.value) AS hash FROM ${listKeys(keys)} AS k
        WHERE k.value <> '' ORDER BY 1, 2`,
  );
}

/** Adds missing hashes; records for existing ones that this request relies on them, too. */
export async function insertHashes(
  ownerId: number,
  requestId: number,
  keys: readonly HashedKey[],
): Promise<void> {
  await execute(
    sql`INSERT INTO erased_keys AS e (owner_id, request_id, kind, hash)
        SELECT ${ownerId}::int, ${requestId}::int, k.kind, decode(k.hash, 'hex')
        FROM unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ hash }) => hash.toString("hex"))}::text[]) AS k(kind, hash)
        ON CONFLICT (owner_id, hash) DO UPDATE SET also = e.also || excluded.request_id
        WHERE e.request_id <> excluded.request_id AND NOT excluded.request_id = ANY (e.also) AND cardinality(e.also) < ${MOST_RELYING}`,
  );
}

/** The hashes that one request relies on. */
export async function findHashes(ownerId: OwnerId, requestId: number): Promise<HashedKey[]> {
  const found = await prisma.erasedKey.findMany({
    where: { owner_id: ownerId, OR: [{ request_id: requestId }, { also: { has: requestId } }] },
    select: { kind: true, hash: true },
    orderBy: { hash: "asc" },
  });
  return found.map(({ kind, hash }) => ({ kind: kind as KeyKind, hash: Buffer.from(hash) }));
}

/** Hashes that another request relies on stay, as that one's. Call inside a transaction. */
export async function deleteHashes(ownerId: OwnerId, requestId: number): Promise<void> {
  await execute(
    sql`UPDATE erased_keys SET also = array_remove(also, ${requestId}::int) WHERE owner_id = ${ownerId} AND ${requestId}::int = ANY (also)`,
  );
  await execute(
    sql`UPDATE erased_keys SET request_id = also[1], also = also[2:]
        WHERE owner_id = ${ownerId} AND request_id = ${requestId} AND cardinality(also) > 0`,
  );
  await prisma.erasedKey.deleteMany({ where: { owner_id: ownerId, request_id: requestId } });
}

/** Counts that erased people wrote again. Returns the id of the request that each of these keys belongs to. */
export async function countWroteAgain(
  ownerId: OwnerId,
  phones: readonly string[],
): Promise<number[]> {
  const counted = await rows<{ request_id: number }>(
    sql`UPDATE erased_keys SET wrote_again = wrote_again + 1, wrote_again_at = now()
        WHERE owner_id = ${ownerId} AND hash = ANY (ARRAY(
          SELECT erasure_hash(${ownerId}::int, 'phone', p) FROM unnest(${[...phones]}::text[]) AS p WHERE p <> ''))
        RETURNING request_id`,
  );
  return counted.map(({ request_id }) => request_id);
}

/** Whether an account erased somebody: most did not. */
export async function hasErased(ownerId: OwnerId): Promise<boolean> {
  const found = await prisma.erasedKey.findFirst({
    where: { owner_id: ownerId },
    select: { owner_id: true },
  });
  return found !== null;
}

/** Whether any owner erased somebody. */
export async function hasErasedAnybody(): Promise<boolean> {
  return (await prisma.erasedKey.findFirst({ select: { owner_id: true } })) !== null;
}

export function readKey(): Promise<{ sealed_key: string; fingerprint: Uint8Array } | null> {
  return prisma.erasureKey.findFirst({ select: { sealed_key: true, fingerprint: true } });
}

/** How many erasures were written to the store of files, as far as this database knows. */
export async function countFiles(): Promise<number> {
  const row = await prisma.erasureKey.findFirst({ select: { files: true } });
  return row?.files ?? 0;
}

/** Takes the next number of a file. */
export async function takeFileNo(): Promise<number> {
  const [row] = await prisma.erasureKey.updateManyAndReturn({
    where: { id: true },
    data: { files: { increment: 1 } },
    select: { files: true },
  });
  if (!row) throw new Error("The key of erased people is made with the first connection.");
  return row.files;
}

export async function setFiles(files: number): Promise<void> {
  await prisma.erasureKey.updateMany({ where: { files: { lt: files } }, data: { files } });
}

/** Replaces the key, under which nothing was hashed yet, and gives it to this transaction's session. */
export async function replaceKey(
  sealedKey: string,
  fingerprint: Buffer,
  pads: string,
): Promise<void> {
  await prisma.erasureKey.updateMany({
    where: { id: true },
    data: { sealed_key: sealedKey, fingerprint: new Uint8Array(fingerprint) },
  });
  await execute(sql`SELECT set_config('garimpo.erasure_pads', ${pads}, false)`);
}

/** Stores the same key, sealed again, unless it was replaced since it was read. */
export async function replaceSealedKey(before: string, sealedKey: string): Promise<void> {
  await prisma.erasureKey.updateMany({
    where: { sealed_key: before },
    data: { sealed_key: sealedKey },
  });
}
