import type { ProfileChange } from "@/lib/contracts/accounts/users";
import type { Plan } from "@/lib/domain/plans/plan";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

export function findAccount(
  ownerId: OwnerId,
): Promise<{ is_active: boolean; created_at: Date } | null> {
  return prisma.account.findFirst({
    where: { id: ownerId },
    select: { is_active: true, created_at: true },
  });
}

/** Returns false when it was not active. */
export async function deactivateAccountRow(ownerId: OwnerId): Promise<boolean> {
  const { count } = await prisma.account.updateMany({
    where: { id: ownerId, is_active: true },
    data: { is_active: false },
  });
  return count === 1;
}

/** Returns false when it has that plan already. */
export async function setPlan(ownerId: OwnerId, plan: Plan): Promise<boolean> {
  const { count } = await prisma.account.updateMany({
    where: { id: ownerId, plan: plan === "free" ? { not: "free" } : "free" },
    data: { plan },
  });
  return count === 1;
}

export async function setSeats(ownerId: OwnerId, seats: number | null): Promise<void> {
  await prisma.account.updateMany({ where: { id: ownerId }, data: { seats } });
}

/** Changes only the fields given. */
export async function updateBusiness(
  ownerId: OwnerId,
  change: Omit<ProfileChange, "name" | "email">,
): Promise<void> {
  await prisma.account.updateMany({ where: { id: ownerId }, data: change });
}

/** Returns false when it is not active, or its deletion is already planned. */
export async function setDeletion(ownerId: OwnerId, deletionAt: Date): Promise<boolean> {
  const { count } = await prisma.account.updateMany({
    where: { id: ownerId, is_active: true, deletion_at: null },
    data: { deletion_at: deletionAt },
  });
  return count === 1;
}

/** Also of an account that is not active. */
export async function moveDeletion(ownerId: OwnerId, deletionAt: Date): Promise<void> {
  await prisma.account.updateMany({
    where: { id: ownerId, erased_at: null },
    data: { deletion_at: deletionAt },
  });
}

export async function clearDeletion(ownerId: OwnerId): Promise<void> {
  await prisma.account.updateMany({ where: { id: ownerId }, data: { deletion_at: null } });
}

/** Keeps other transactions from adding rows that refer to the account or to its people until this one ends. */
export async function lockAccountRow(ownerId: OwnerId): Promise<void> {
  await execute(sql`SELECT 1 FROM accounts WHERE id = ${ownerId} FOR UPDATE`);
  await execute(sql`SELECT 1 FROM users WHERE account_id = ${ownerId} ORDER BY id FOR UPDATE`);
}

/** Leaves a row without personal data that payments refer to. Call after its people are erased. */
export async function eraseAccountRow(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`UPDATE accounts SET is_active = false, conversion_objective = NULL, business_name = NULL, business_description = NULL,
               website = NULL, deletion_at = NULL, erased_at = now()
        WHERE id = ${ownerId}`,
  );
}

/** Its people go with it. */
export async function deleteAccountRow(ownerId: OwnerId): Promise<void> {
  await prisma.account.deleteMany({ where: { id: ownerId } });
}
