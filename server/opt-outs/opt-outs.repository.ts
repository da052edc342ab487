import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";
import { execute, sql } from "@/server/db/sql";

/** Does nothing when the number is already there. */
export async function insertOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  await prisma.optOut.createMany({
    data: { owner_id: ownerId, phone_key: phoneKey },
    skipDuplicates: true,
  });
}

/** Does nothing when `from` is not there. */
export async function copyOptOut(ownerId: UserId, from: string, to: string): Promise<void> {
  await execute(
    sql`INSERT INTO opt_outs (owner_id, phone_key)
        SELECT owner_id, ${to} FROM opt_outs WHERE owner_id = ${ownerId} AND phone_key = ${from}
        ON CONFLICT (owner_id, phone_key) DO NOTHING`,
  );
}

export async function hasOptOut(ownerId: UserId, phoneKey: string): Promise<boolean> {
  const optOut = await prisma.optOut.findFirst({
    where: { owner_id: ownerId, phone_key: phoneKey },
    select: { phone_key: true },
  });
  return optOut !== null;
}
