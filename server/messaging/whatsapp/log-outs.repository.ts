import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, rows, sql } from "@/server/platform/db/sql";

/**
 * Call inside the transaction that takes the account away from the user who paired the phone. Returns whether there is
 * a phone, as 1 or 0.
 */
export function scheduleLogOut(ownerId: OwnerId): Promise<number> {
  return execute(
    sql`UPDATE whatsapp_instances SET log_out_due_at = now()
        WHERE owner_id = ${ownerId} AND (number IS NOT NULL OR status <> 'DISCONNECTED' OR qr_code IS NOT NULL)`,
  );
}

/** Makes the code that is shown, or that is being requested, useless. */
export async function endOpenPairing(ownerId: OwnerId): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET log_out_due_at = now()
        WHERE owner_id = ${ownerId} AND status <> 'CONNECTED'
          AND (qr_code IS NOT NULL OR status = 'CONNECTING' OR pairing_until > now())`,
  );
}

/** Claims phones that are to be logged out. Each is due again after `retrySeconds`. */
export function claimLogOuts(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<{ owner_id: number; id: number }[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET log_out_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances WHERE provider = ${provider} AND log_out_due_at <= now()
          ORDER BY log_out_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING owner_id, id`,
  );
}

export async function markLoggedOut(ownerId: OwnerId, instanceId: number): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { log_out_due_at: null },
  });
}

/** Whether a phone of the account is still to be logged out; that of one number, where it is given. */
export async function isLogOutDue(ownerId: OwnerId, instanceId?: number): Promise<boolean> {
  const instance = await prisma.whatsappInstance.findFirst({
    where: {
      owner_id: ownerId,
      log_out_due_at: { not: null },
      ...(instanceId !== undefined && { id: instanceId }),
    },
    select: { id: true },
  });
  return instance !== null;
}
