import type { UserId } from "@/server/actor";
import { prisma } from "@/server/db/prisma";

/** Once per number: adding it again changes nothing. */
export async function insertOptOut(ownerId: UserId, phoneKey: string): Promise<void> {
  await prisma.optOut.createMany({
    data: { owner_id: ownerId, phone_key: phoneKey },
    skipDuplicates: true,
  });
}
