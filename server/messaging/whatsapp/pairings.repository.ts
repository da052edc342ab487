import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";
import type { InstanceRow } from "./whatsapp.repository";

type Key = Pick<InstanceRow, "owner_id" | "id">;

/** Claims the pairing of a number for `seconds`. Returns false while another request has it. */
export async function claimPairing({ owner_id, id }: Key, seconds: number): Promise<boolean> {
  const claimed = await execute(
    sql`UPDATE whatsapp_instances SET pairing_until = now() + make_interval(secs => ${seconds})
        WHERE owner_id = ${owner_id} AND id = ${id} AND (pairing_until IS NULL OR pairing_until < now())`,
  );
  return claimed === 1;
}

export async function releasePairing({ owner_id, id }: Key): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id, id },
    data: { pairing_until: null },
  });
}
