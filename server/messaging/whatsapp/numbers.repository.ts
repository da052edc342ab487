import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import type { WhatsappInstance } from "@/server/platform/db/generated/client";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

const COLUMNS = {
  id: true,
  place: true,
  name: true,
  colour: true,
  is_default: true,
  keeper_id: true,
  number: true,
  status: true,
  problem: true,
  restricted_until: true,
  removed_at: true,
} as const;

export type NumberRow = Pick<WhatsappInstance, keyof typeof COLUMNS>;

/** Removed ones too, in the order in which they were added. */
export function findNumbers(ownerId: OwnerId): Promise<NumberRow[]> {
  return prisma.whatsappInstance.findMany({
    where: { owner_id: ownerId },
    orderBy: { place: "asc" },
    select: COLUMNS,
  });
}

export function findNumber(ownerId: OwnerId, id: number): Promise<NumberRow | null> {
  return prisma.whatsappInstance.findFirst({ where: { owner_id: ownerId, id }, select: COLUMNS });
}

/**
 * Locks the account, and returns its plan, how many numbers it has, and the place of the next one. Call inside a
 * transaction.
 */
export async function lockAndCountNumbers(
  ownerId: OwnerId,
): Promise<{ plan: Plan; count: number; next: number }> {
  const plan = await lockOwner(ownerId);
  const row = await firstRow<{ count: number; next: number }>(
    sql`SELECT count(*) FILTER (WHERE removed_at IS NULL)::int AS count, coalesce(max(place), 0)::int + 1 AS next
        FROM whatsapp_instances WHERE owner_id = ${ownerId}`,
  );
  return { plan, ...(row ?? { count: 0, next: 1 }) };
}

/** An account's first one is its default. */
export async function insertNumber(
  ownerId: OwnerId,
  number: {
    place: number;
    name: string;
    colour: string | null;
    provider: string;
    provider_ref: string;
    webhook_hash: Buffer;
  },
): Promise<number> {
  const { id } = await prisma.whatsappInstance.create({
    data: {
      ...number,
      webhook_hash: new Uint8Array(number.webhook_hash),
      owner_id: ownerId,
      is_default: number.place === 1,
    },
    select: { id: true },
  });
  return id;
}

/** Returns false when there is none, or it was removed. */
export async function updateNumber(
  ownerId: OwnerId,
  id: number,
  change: { name?: string; colour?: string | null; keeper_id?: number | null },
): Promise<boolean> {
  const { count } = await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id, removed_at: null },
    data: change,
  });
  return count === 1;
}

/**
 * Makes a number the default one instead of the one before. Returns false when it was removed: then nothing may stay
 * changed. Call inside a transaction.
 */
export async function setDefault(ownerId: OwnerId, id: number): Promise<boolean> {
  await lockOwner(ownerId);
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, is_default: true, id: { not: id } },
    data: { is_default: false },
  });
  const { count } = await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id, removed_at: null },
    data: { is_default: true },
  });
  return count === 1;
}

/**
 * Removes a number, whose phone is then to be logged out. Returns false for the default one, and one that was removed
 * before. Call inside a transaction.
 */
export async function markRemoved(ownerId: OwnerId, id: number): Promise<boolean> {
  await lockOwner(ownerId);
  const { count } = await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id, is_default: false, removed_at: null },
    data: { removed_at: new Date(), log_out_due_at: new Date(), keeper_id: null },
  });
  return count === 1;
}
