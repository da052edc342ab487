import type { z } from "zod/mini";
import type { PrivacyRequest } from "@/lib/contracts/privacy/privacy";
import type {
  PersonKeys,
  PrivacyAsker,
  PrivacyChannel,
  PrivacyCounts,
  PrivacyKind,
} from "@/lib/domain/privacy/privacy-request";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export const requestLeases = leaseQueries({
  table: "privacy_requests",
  owner: "owner_id",
  active: sql`status = 'processing'`,
  stoppable: false,
  maxAttempts: 20,
  // What the law requires is done even for a deactivated account.
  evenInactive: sql`true`,
  perOwner: { atOnce: 1, lockKey: 4810 },
});

export type RequestRow = Omit<z.input<typeof PrivacyRequest>, "file_until"> & {
  owner_id: number;
  uid: string;
  whole_lead: boolean;
  sealed_keys: string | null;
  file_no: number | null;
  lease_no: number;
  created_at: Date;
};

const ROWS = sql`
  SELECT r.id, r.owner_id, r.uid, r.kind, r.status, r.asked_by, r.channel, r.note, r.whole_lead, r.sealed_keys, r.counts, r.error,
         r.file_no, r.lease_no, r.created_at, r.done_at, r.allowed_at, k.wrote_again, k.wrote_again_at
  FROM privacy_requests r
  LEFT JOIN LATERAL (
    -- One message may count for the number and for the id that it came under.
    SELECT coalesce(max(e.wrote_again), 0) AS wrote_again, max(e.wrote_again_at) AS wrote_again_at FROM erased_keys e
    WHERE e.owner_id = r.owner_id AND e.request_id = r.id) AS k ON true`;

export function findRequest(ownerId: OwnerId, id: number): Promise<RequestRow | null> {
  return firstRow(sql`${ROWS} WHERE r.owner_id = ${ownerId} AND r.id = ${id}`);
}

/** The latest first. */
export function findRequests(
  ownerId: OwnerId,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestRow[]> {
  return rows(
    sql`${ROWS} WHERE r.owner_id = ${ownerId} ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

export function countRequests(ownerId: OwnerId, most: number): Promise<number> {
  return prisma.privacyRequest.count({ where: { owner_id: ownerId }, take: most });
}

export interface NewRequest {
  kind: PrivacyKind;
  asked_by: PrivacyAsker;
  channel: PrivacyChannel;
  note: string | null;
  whole_lead: boolean;
  sealed_keys: string | null;
  counts: PrivacyCounts;
  /** Nothing is left to do. */
  isDone: boolean;
}

/** Returns null when there are `most` already. Call inside a transaction. */
export async function insertRequest(
  ownerId: OwnerId,
  { isDone, ...request }: NewRequest,
  most: number,
): Promise<number | null> {
  await lockOwner(ownerId);
  if ((await countRequests(ownerId, most)) >= most) return null;
  const { id } = await prisma.privacyRequest.create({
    data: {
      owner_id: ownerId,
      ...request,
      ...(isDone && { status: "done", done_at: new Date() }),
    },
    select: { id: true },
  });
  return id;
}

/** Adds to the counts so far. Returns false when the lease was lost. */
export async function addCounts(
  id: number,
  leaseNo: number,
  counts: PrivacyCounts,
): Promise<boolean> {
  const added = await execute(
    sql`UPDATE privacy_requests SET attempts = 0, counts = (
          SELECT coalesce(jsonb_object_agg(name, total), '{}') FROM (
            SELECT name, sum(value::int) AS total FROM (
              SELECT * FROM jsonb_each_text(counts) UNION ALL SELECT * FROM jsonb_each_text(${toStorableJson(counts)}::jsonb)
            ) AS each(name, value) GROUP BY name) AS sums WHERE total > 0)
        WHERE id = ${id} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return added === 1;
}

/** Ends an erasure, and deletes the keys of its person unless it failed. Returns false when the lease was lost. */
export async function endRequest(
  id: number,
  leaseNo: number,
  how: { status: "done" | "error"; error: string | null },
): Promise<boolean> {
  const { count } = await prisma.privacyRequest.updateMany({
    where: { id, lease_no: leaseNo, status: "processing" },
    data: {
      ...how,
      lease_until: null,
      // A failed erasure keeps them, so that it can be started again.
      ...(how.status === "done" && { sealed_keys: null, done_at: new Date() }),
    },
  });
  return count === 1;
}

/** Starts a failed erasure again. Returns its lease number; null when there is none. */
export function reopen(ownerId: OwnerId, id: number): Promise<{ lease_no: number } | null> {
  return firstRow(
    sql`UPDATE privacy_requests SET status = 'processing', error = NULL, attempts = 0, resume_at = NULL, lease_no = lease_no + 1
        WHERE owner_id = ${ownerId} AND id = ${id} AND status = 'error' RETURNING lease_no`,
  );
}

export async function setSealedKeys(
  ownerId: OwnerId,
  id: number,
  sealedKeys: string,
): Promise<void> {
  await prisma.privacyRequest.updateMany({
    where: { owner_id: ownerId, id, status: "processing" },
    data: { sealed_keys: sealedKeys },
  });
}

/** Returns false when it is not a completed erasure, or was already allowed again. */
export async function markAllowed(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.privacyRequest.updateMany({
    where: { owner_id: ownerId, id, kind: "erase", status: "done", allowed_at: null },
    data: { allowed_at: new Date() },
  });
  return count === 1;
}

/** Deletes the keys of the account's copies: until now these copies could contain what is being erased. */
export async function forgetExports(ownerId: OwnerId): Promise<void> {
  await prisma.privacyRequest.updateMany({
    where: { owner_id: ownerId, kind: { not: "erase" }, sealed_keys: { not: null } },
    data: { sealed_keys: null },
  });
}

/** Copies can be fetched for some days. */
export function forgetOldExports(days: number, limit: number): Promise<number> {
  return execute(
    sql`UPDATE privacy_requests SET sealed_keys = NULL WHERE id = ANY (ARRAY(
          SELECT id FROM privacy_requests
          WHERE kind <> 'erase' AND sealed_keys IS NOT NULL AND created_at < now() - make_interval(days => ${days})
          LIMIT ${limit}))`,
  );
}

/**
 * The keys that certainly belong to the same person: each belongs to only one lead or person. Only keys that a user
 * gave are followed, not keys found by these: exactly what was shown is erased.
 */
export async function findOwnKeys(ownerId: OwnerId, typed: PersonKeys): Promise<PersonKeys> {
  const { phones, emails, cnpjs } = toArrays(typed);
  const found = await rows<FoundKey>(
    sql`WITH given AS MATERIALIZED (
          SELECT unnest(${phones}) AS value
          UNION SELECT i.phone_key FROM contact_identities i WHERE i.owner_id = ${ownerId} AND i.chat_id = ANY (${phones})
        ), own AS MATERIALIZED (
          SELECT kind, value FROM own_keys_of_person(${ownerId}::int, ARRAY(SELECT value FROM given), ${emails}, ${cnpjs})
          UNION SELECT 'phone', value FROM given
        )
        SELECT kind, value FROM own
        UNION SELECT 'phone', i.chat_id FROM contact_identities i JOIN own o ON o.kind = 'phone' AND o.value = i.phone_key
        WHERE i.owner_id = ${ownerId}
        LIMIT 100`,
  );
  return toPersonKeys(found);
}

/** The ids under which WhatsApp knows these numbers. */
export async function findChatIds(ownerId: OwnerId, { phones }: PersonKeys): Promise<PersonKeys> {
  const found = await prisma.contactIdentity.findMany({
    where: { owner_id: ownerId, phone_key: { in: [...phones] } },
    select: { chat_id: true },
    take: 100,
  });
  return { phones: found.map(({ chat_id }) => chat_id), emails: [], cnpjs: [] };
}

interface FoundKey {
  kind: string;
  value: string;
}

function toPersonKeys(found: readonly FoundKey[]): PersonKeys {
  const of = (kind: string) => found.filter((key) => key.kind === kind).map(({ value }) => value);
  return { phones: of("phone"), emails: of("email"), cnpjs: of("cnpj") };
}

export function toArrays({ phones, emails, cnpjs }: PersonKeys) {
  return {
    phones: sql`${[...phones]}::text[]`,
    emails: sql`${[...emails]}::text[]`,
    cnpjs: sql`${[...cnpjs]}::text[]`,
  };
}
