import type { ConnectionGap } from "@/lib/domain/whatsapp/hearing";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { firstRow, sql } from "@/server/platform/db/sql";

export async function insertGap(
  ownerId: OwnerId,
  instanceId: number,
  { kind, from, until, late, missing }: ConnectionGap,
): Promise<void> {
  await prisma.whatsappGap.create({
    data: {
      owner_id: ownerId,
      instance_id: instanceId,
      kind,
      from_at: from,
      until_at: until,
      late,
      missing,
    },
  });
}

/** The latest one of a number that ended within the last `hours` hours. */
export function findLastGap(
  ownerId: OwnerId,
  instanceId: number,
  hours: number,
): Promise<ConnectionGap | null> {
  return firstRow<ConnectionGap>(
    sql`SELECT kind, from_at AS "from", until_at AS "until", late, missing FROM whatsapp_gaps
        WHERE owner_id = ${ownerId} AND instance_id = ${instanceId} AND until_at > now() - make_interval(hours => ${hours})
        ORDER BY until_at DESC LIMIT 1`,
  );
}
