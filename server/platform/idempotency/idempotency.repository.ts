import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

export interface KeyRow {
  endpoint: string;
  request_hash: Buffer;
  state: "running" | "answered" | "unknown";
  status: number | null;
  sealed_answer: string | null;
  /** Since the claim. */
  age_seconds: number;
}

interface Request {
  key: string;
  endpoint: string;
  requestHashes: readonly Buffer[];
}

/** Claims the key, or one that is older than `keptHours`. Returns the claim's number; null when it is taken. */
export async function claimKey(
  ownerId: OwnerId,
  { key, endpoint, requestHashes }: Request,
  keptHours: number,
): Promise<number | null> {
  const claimed = await firstRow<{ claim_no: number }>(
    sql`INSERT INTO idempotency_keys AS k (owner_id, key, endpoint, request_hash)
        VALUES (${ownerId}, ${key}, ${endpoint}, ${requestHashes[0]})
        ON CONFLICT (owner_id, key) DO UPDATE
          SET endpoint = excluded.endpoint, request_hash = excluded.request_hash, state = 'running', status = NULL,
              sealed_answer = NULL, created_at = now(), claim_no = k.claim_no + 1
          WHERE k.created_at < now() - make_interval(hours => ${keptHours})
        RETURNING claim_no`,
  );
  return claimed?.claim_no ?? null;
}

export function findKey(ownerId: OwnerId, key: string): Promise<KeyRow | null> {
  return firstRow(
    sql`SELECT endpoint, request_hash, state, status, sealed_answer,
               extract(epoch FROM now() - created_at)::float8 AS age_seconds
        FROM idempotency_keys WHERE owner_id = ${ownerId} AND key = ${key}`,
  );
}

/** Does nothing when another claim has the key now. */
export async function keepAnswer(
  ownerId: OwnerId,
  key: string,
  claimNo: number,
  answer: { status: number; sealedAnswer: string | null },
): Promise<void> {
  await prisma.idempotencyKey.updateMany({
    where: { owner_id: ownerId, key, claim_no: claimNo },
    data: { state: "answered", status: answer.status, sealed_answer: answer.sealedAnswer },
  });
}

export async function markUnknown(ownerId: OwnerId, key: string, claimNo: number): Promise<void> {
  await prisma.idempotencyKey.updateMany({
    where: { owner_id: ownerId, key, claim_no: claimNo },
    data: { state: "unknown" },
  });
}

export async function releaseKey(ownerId: OwnerId, key: string, claimNo: number): Promise<void> {
  await prisma.idempotencyKey.deleteMany({
    where: { owner_id: ownerId, key, claim_no: claimNo },
  });
}
