import type { z } from "zod/mini";
import type { AccountExport } from "@/lib/contracts/custody/account-exports";
import {
  type Actor,
  founderOf,
  type OwnerId,
  type PersonId,
  personOfRow,
} from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 8;

export const exportLeases = leaseQueries({
  table: "account_exports",
  owner: "owner_id",
  active: sql`status = 'processing'`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  evenInactive: null,
  evenLeaving: true,
});

const SELECTED = {
  id: true,
  status: true,
  progress: true,
  bytes: true,
  requested_at: true,
  completed_at: true,
  expires_at: true,
  outdated: true,
} as const;

export type ExportRow = Omit<z.input<typeof AccountExport>, "bytes"> & { bytes: bigint | null };

/** Who asks for an archive: of the tables of people it has this person's rows alone. */
export type Asker = Pick<Actor, "ownerId" | "personId">;

/** Those that this person asked for, newest first. */
export async function findExports(asker: Asker, limit: number): Promise<ExportRow[]> {
  const { ownerId, personId } = asker;
  // The version that knew nobody but the founder left it open who had asked.
  const whose = personId === founderOf(ownerId) ? [personId, null] : [personId];
  const found = await prisma.accountExport.findMany({
    where: { owner_id: ownerId, OR: whose.map((person_id) => ({ person_id })) },
    select: SELECTED,
    orderBy: { id: "desc" },
    take: limit,
  });
  return found as ExportRow[];
}

/** Whether an export of that day was made, or is being made. */
export async function hasExportOf(ownerId: OwnerId, day: Date): Promise<boolean> {
  const found = await prisma.accountExport.findFirst({
    where: { owner_id: ownerId, requested_on: day, status: { not: "error" } },
    select: { id: true },
  });
  return found !== null;
}

/** Returns null when one is being made, or one of that day was made: the unique indexes decide. */
export async function insertExport(
  { ownerId, personId }: Asker,
  day: Date,
): Promise<ExportRow | null> {
  const [row] = await prisma.accountExport.createManyAndReturn({
    data: { owner_id: ownerId, person_id: personId, requested_on: day },
    skipDuplicates: true,
    select: SELECTED,
  });
  return (row ?? null) as ExportRow | null;
}

/** Who asked for it. */
export async function findAsker({ id, ownerId }: Held): Promise<PersonId> {
  const row = await prisma.accountExport.findFirst({
    where: { id, owner_id: ownerId },
    select: { person_id: true },
  });
  return row?.person_id ? personOfRow(row.person_id) : founderOf(ownerId);
}

interface Held {
  id: number;
  ownerId: OwnerId;
  leaseNo: number;
}

/** Starts at 0 again with each worker. Returns false when the lease was lost. */
export async function setProgress(held: Held, percent: number): Promise<boolean> {
  const { count } = await prisma.accountExport.updateMany({
    where: whereHeld(held),
    data: { progress: percent },
  });
  return count === 1;
}

/** Returns false when the lease was lost. */
export async function markReady(
  { ownerId, id, leaseNo }: Held,
  file: { storageKey: string; bytes: number; hours: number },
): Promise<boolean> {
  const marked = await execute(
    sql`UPDATE account_exports
        SET status = 'ready', progress = 100, storage_key = ${file.storageKey}, bytes = ${file.bytes}, completed_at = now(),
            expires_at = now() + make_interval(hours => ${file.hours}), lease_until = NULL
        WHERE owner_id = ${ownerId} AND id = ${id} AND lease_no = ${leaseNo} AND status = 'processing'`,
  );
  return marked === 1;
}

export async function markFailed(held: Held): Promise<void> {
  await prisma.accountExport.updateMany({
    where: whereHeld(held),
    data: { status: "error", completed_at: new Date(), lease_until: null },
  });
}

export interface ReadyRow {
  storage_key: string;
  bytes: number;
  requested_on: string;
}

/** An export that this person asked for and can download now; null for any other. */
export function findReady({ ownerId, personId }: Asker, id: number): Promise<ReadyRow | null> {
  return firstRow(
    sql`SELECT storage_key, bytes::float8 AS bytes, requested_on FROM account_exports
        WHERE owner_id = ${ownerId} AND coalesce(person_id, owner_id) = ${personId} AND id = ${id}
          AND status = 'ready' AND expires_at > now()`,
  );
}

/** Expires files whose time is over, which are then due for removal. */
export function expireExports(limit: number): Promise<number> {
  return execute(
    sql`UPDATE account_exports SET status = 'expired', storage_key = NULL WHERE id = ANY (ARRAY(
          SELECT id FROM account_exports WHERE status = 'ready' AND expires_at <= now() LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
}

/** Expires all exports of an owner, also those being made, so that a new one can be requested. Returns how many. */
export function expireExportsOf(ownerId: OwnerId): Promise<number> {
  return execute(
    sql`UPDATE account_exports
        SET status = 'error', storage_key = NULL, lease_until = NULL, completed_at = coalesce(completed_at, now())
        WHERE owner_id = ${ownerId} AND status IN ('processing', 'ready')`,
  );
}

const whereHeld = ({ ownerId, id, leaseNo }: Held) => ({
  owner_id: ownerId,
  id,
  lease_no: leaseNo,
  status: "processing",
});
