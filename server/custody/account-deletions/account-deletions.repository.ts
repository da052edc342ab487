import type { OwnerId } from "@/server/platform/actor";
import { leaseQueries } from "@/server/platform/db/lease-queries";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Matches the table's check constraint. */
const MAX_ATTEMPTS = 8;

export const deletionLeases = leaseQueries({
  table: "account_deletions",
  owner: "owner_id",
  active: sql`cancelled_at IS NULL AND completed_at IS NULL AND due_at <= now()`,
  stoppable: false,
  maxAttempts: MAX_ATTEMPTS,
  // It deactivates the account itself.
  evenInactive: sql`true`,
});

export interface DeletionRow {
  requested_at: Date;
  due_at: Date;
}

/** The account's deletion that is not over; null without any. */
export function findOpenDeletion(ownerId: OwnerId): Promise<DeletionRow | null> {
  return prisma.accountDeletion.findFirst({
    where: { owner_id: ownerId, cancelled_at: null, completed_at: null },
    select: { requested_at: true, due_at: true },
  });
}

/** Returns null when one is open. */
export function insertDeletion(ownerId: OwnerId, days: number): Promise<DeletionRow | null> {
  return firstRow(
    sql`INSERT INTO account_deletions (owner_id, due_at) VALUES (${ownerId}, now() + make_interval(days => ${days}))
        ON CONFLICT DO NOTHING RETURNING requested_at, due_at`,
  );
}

/** Returns false when there is none, or it has begun. */
export async function cancelDeletion(ownerId: OwnerId): Promise<boolean> {
  const { count } = await prisma.accountDeletion.updateMany({
    where: { owner_id: ownerId, cancelled_at: null, started_at: null },
    data: { cancelled_at: new Date() },
  });
  return count === 1;
}

/**
 * Postpones the deletions that have not begun to at least `days` from now, except those of these owners, and has their
 * owners reminded again.
 */
export function renewNotices(
  days: number,
  except: readonly number[],
): Promise<{ owner_id: number; due_at: Date }[]> {
  return rows(
    sql`UPDATE account_deletions
        SET due_at = greatest(due_at, now() + make_interval(days => ${days})), reminded_at = NULL
        WHERE cancelled_at IS NULL AND started_at IS NULL AND owner_id <> ALL(${except}::int[])
        RETURNING owner_id, due_at`,
  );
}

/**
 * Makes the deletion of an account that had been deleted before due at once. Returns null when this database does not
 * contain that account, or is deleting it.
 */
export function insertDueDeletion(account: {
  owner_id: number;
  created_at: string;
  deleted_at: string;
}): Promise<{ due_at: Date } | null> {
  return firstRow(
    sql`INSERT INTO account_deletions AS d (owner_id, requested_at, due_at)
        SELECT a.id, least(${account.deleted_at}::timestamptz, now() - interval '1 second'), now()
        FROM accounts a
        WHERE a.id = ${account.owner_id} AND a.created_at = ${account.created_at}::timestamptz AND a.erased_at IS NULL
        ON CONFLICT (owner_id) WHERE cancelled_at IS NULL AND completed_at IS NULL
        DO UPDATE SET due_at = least(d.due_at, now()) WHERE d.started_at IS NULL
        RETURNING d.due_at`,
  );
}

/** Claims deletions that are due within a day and whose owners were not reminded of that. Returns the owners. */
export async function claimReminders(limit: number): Promise<OwnerId[]> {
  const claimed = await rows<{ owner_id: OwnerId }>(
    sql`UPDATE account_deletions SET reminded_at = now() WHERE id = ANY (ARRAY(
          SELECT d.id FROM account_deletions d JOIN accounts a ON a.id = d.owner_id AND a.is_active
          WHERE d.reminded_at IS NULL AND d.cancelled_at IS NULL AND d.due_at <= now() + interval '1 day'
          ORDER BY d.due_at LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED))
        RETURNING owner_id`,
  );
  return claimed.map(({ owner_id }) => owner_id);
}

interface Held {
  id: number;
  leaseNo: number;
}

/** When the deletion began; null before, and when the lease was lost. */
export async function findStart({ id, leaseNo }: Held): Promise<Date | null> {
  const row = await prisma.accountDeletion.findFirst({
    where: { id, lease_no: leaseNo },
    select: { started_at: true },
  });
  return row?.started_at ?? null;
}

/** From then on it cannot be withdrawn. Returns false when it was withdrawn, is not due, or the lease was lost. */
export async function startDeletion({ id, leaseNo }: Held): Promise<boolean> {
  const started = await execute(
    sql`UPDATE account_deletions SET started_at = now()
        WHERE id = ${id} AND lease_no = ${leaseNo} AND cancelled_at IS NULL AND started_at IS NULL AND due_at <= now()`,
  );
  return started === 1;
}

/** Adds to the count of deleted rows. Returns false when the lease was lost. */
export async function addDeleted({ id, leaseNo }: Held, count: number): Promise<boolean> {
  const added = await execute(
    sql`UPDATE account_deletions SET deleted_rows = deleted_rows + ${count}, attempts = 0
        WHERE id = ${id} AND lease_no = ${leaseNo} AND started_at IS NOT NULL AND completed_at IS NULL`,
  );
  return added === 1;
}

/** Returns false when the lease was lost. */
export async function completeDeletion(
  { id, leaseNo }: Held,
  keptPayments: boolean,
): Promise<boolean> {
  const completed = await execute(
    sql`UPDATE account_deletions
        SET completed_at = now(), kept_payments = ${keptPayments}, lease_until = NULL, deleted_rows = deleted_rows + 1
        WHERE id = ${id} AND lease_no = ${leaseNo} AND started_at IS NOT NULL AND completed_at IS NULL`,
  );
  return completed === 1;
}

/** Resets the attempts: the deletion is tried until it succeeds. */
export async function forgetAttempts({ id, leaseNo }: Held): Promise<void> {
  await prisma.accountDeletion.updateMany({
    where: { id, lease_no: leaseNo },
    data: { attempts: 0 },
  });
}
