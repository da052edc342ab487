import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, sql } from "@/server/platform/db/sql";

/**
 * Claims the account's pairing for `seconds`, creating an empty row where there is none. Returns false while another
 * request has it.
 */
export async function claimPairing(
  ownerId: OwnerId,
  row: { provider: string; providerRef: string; webhookHash: Buffer },
  seconds: number,
): Promise<boolean> {
  const claimed = await execute(
    sql`INSERT INTO whatsapp_instances (owner_id, provider, provider_ref, webhook_hash, pairing_until)
        VALUES (${ownerId}, ${row.provider}, ${row.providerRef}, ${row.webhookHash}, now() + make_interval(secs => ${seconds}))
        ON CONFLICT (owner_id) DO UPDATE SET pairing_until = excluded.pairing_until
        WHERE whatsapp_instances.pairing_until IS NULL OR whatsapp_instances.pairing_until < now()`,
  );
  return claimed === 1;
}

export async function releasePairing(ownerId: OwnerId): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId },
    data: { pairing_until: null },
  });
}
