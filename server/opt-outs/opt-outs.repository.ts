import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";

/** Does nothing when the number is already there. */
export async function insertOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  await prisma.optOut.createMany({
    data: { owner_id: ownerId, phone_key: phoneKey },
    skipDuplicates: true,
  });
}
