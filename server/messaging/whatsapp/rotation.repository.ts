import { prisma } from "@/server/platform/db/prisma";

interface SealedToken {
  id: number;
  owner_id: number;
  place: number;
  sealed: string;
}

/** Tokens of all accounts, those after the given one; without it, the first ones. */
export async function findSealedTokens(
  after: SealedToken | undefined,
  limit: number,
): Promise<SealedToken[]> {
  const found = await prisma.whatsappInstance.findMany({
    where: { id: { gt: after?.id ?? 0 }, sealed_token: { not: null } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, owner_id: true, place: true, sealed_token: true },
  });
  return found.map(({ sealed_token, ...row }) => ({ ...row, sealed: sealed_token ?? "" }));
}

/** A token that a new connection replaced since it was read is not changed. */
export async function replaceSealedTokens(
  changed: { row: SealedToken; sealed: string }[],
): Promise<void> {
  for (const { row, sealed } of changed) {
    await prisma.whatsappInstance.updateMany({
      where: { id: row.id, sealed_token: row.sealed },
      data: { sealed_token: sealed },
    });
  }
}

/** Numbers for which the provider was given a webhook address of ours. */
export function findWithWebhook(
  provider: string,
  after: number,
  limit: number,
): Promise<{ id: number; owner_id: number; place: number; provider_ref: string }[]> {
  return prisma.whatsappInstance.findMany({
    where: { provider, removed_at: null, id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, owner_id: true, place: true, provider_ref: true },
  });
}
