import { type PersonId, personOfRow } from "@/server/platform/actor";
import type { SecondFactor } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

export type FactorRow = Pick<SecondFactor, "sealed_secret" | "confirmed_at" | "last_step">;

export function findFactor(personId: PersonId): Promise<FactorRow | null> {
  return prisma.secondFactor.findFirst({
    where: { user_id: personId },
    select: { sealed_secret: true, confirmed_at: true, last_step: true },
  });
}

/** Stores a secret that still has to be confirmed. Returns false when one is confirmed already. */
export async function keepSecret(personId: PersonId, sealedSecret: string): Promise<boolean> {
  const kept = await execute(
    sql`INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES (${personId}, ${sealedSecret})
        ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, last_step = 0, created_at = now()
        WHERE f.confirmed_at IS NULL`,
  );
  return kept === 1;
}

/** Uses up the half minute of a code. Returns false when it, or a later one, was used before. */
export async function takeStep(personId: PersonId, step: number): Promise<boolean> {
  const { count } = await prisma.secondFactor.updateMany({
    where: { user_id: personId, last_step: { lt: step } },
    data: { last_step: step },
  });
  return count === 1;
}

/** Returns false when it was confirmed already. */
export async function confirmFactor(personId: PersonId): Promise<boolean> {
  const { count } = await prisma.secondFactor.updateMany({
    where: { user_id: personId, confirmed_at: null },
    data: { confirmed_at: new Date() },
  });
  return count === 1;
}

/** Its recovery codes go with it. Returns false when there is none. */
export async function deleteConfirmedFactor(personId: PersonId): Promise<boolean> {
  const { count } = await prisma.secondFactor.deleteMany({
    where: { user_id: personId, confirmed_at: { not: null } },
  });
  return count === 1;
}

export async function replaceRecoveryCodes(
  personId: PersonId,
  hashes: readonly Buffer[],
): Promise<void> {
  await prisma.recoveryCode.deleteMany({ where: { user_id: personId } });
  await prisma.recoveryCode.createMany({
    data: hashes.map((hash) => ({ user_id: personId, code_hash: new Uint8Array(hash) })),
  });
}

/** Uses a recovery code up. Returns false when there is no such code. */
export async function takeRecoveryCode(personId: PersonId, hash: Buffer): Promise<boolean> {
  const { count } = await prisma.recoveryCode.deleteMany({
    where: { user_id: personId, code_hash: new Uint8Array(hash) },
  });
  return count === 1;
}

export function countRecoveryCodes(personId: PersonId): Promise<number> {
  return prisma.recoveryCode.count({ where: { user_id: personId } });
}

interface SealedSecret {
  user_id: PersonId;
  sealed: string;
}

/** Secrets of all accounts, those after the given one; without it, the first ones. */
export async function findSealedSecrets(
  after: SealedSecret | undefined,
  limit: number,
): Promise<SealedSecret[]> {
  const found = await prisma.secondFactor.findMany({
    where: { user_id: { gt: after?.user_id ?? 0 } },
    orderBy: { user_id: "asc" },
    take: limit,
    select: { user_id: true, sealed_secret: true },
  });
  return found.map(({ user_id, sealed_secret }) => ({
    user_id: personOfRow(user_id),
    sealed: sealed_secret,
  }));
}

/** A secret that was set up again since it was read is not changed. */
export async function replaceSealedSecrets(
  changed: { row: SealedSecret; sealed: string }[],
): Promise<void> {
  for (const { row, sealed } of changed) {
    await prisma.secondFactor.updateMany({
      where: { user_id: row.user_id, sealed_secret: row.sealed },
      data: { sealed_secret: sealed },
    });
  }
}
