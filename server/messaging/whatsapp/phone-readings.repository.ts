import type { UserId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { columns, rows, sql } from "@/server/platform/db/sql";
import { type InstanceRow, SELECTED } from "./whatsapp.repository";

/** Nothing is done for an account that was deactivated. */
const OF_ACTIVE = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = whatsapp_instances.owner_id AND u.is_active)`;

/**
 * Claims owners whose address book is due to be read; the phone's own number must be known, to exclude it. Each is
 * due again after `retrySeconds`.
 */
export function claimContactReads(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<{ owner_id: number }[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET contacts_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances
          WHERE provider = ${provider} AND contacts_due_at <= now() AND status = 'CONNECTED' AND number IS NOT NULL
            AND ${OF_ACTIVE}
          ORDER BY contacts_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING owner_id`,
  );
}

/** Like claimContactReads, for the conversations before the pairing. */
export async function claimHistoryReads(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<InstanceRow[]> {
  const claimed = await rows<{ id: number }>(
    sql`UPDATE whatsapp_instances SET history_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances
          WHERE provider = ${provider} AND history_due_at <= now() AND status = 'CONNECTED' AND ${OF_ACTIVE}
          ORDER BY history_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING id`,
  );
  const instances = await prisma.whatsappInstance.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    select: SELECTED,
  });
  return instances as InstanceRow[];
}

/**
 * Claims the instances that the provider was not asked about for `seconds`, those longest ago first, with the time up to
 * which everything was read. One that was disconnected for days is left alone.
 */
export async function claimLooks(
  provider: string,
  { limit, seconds, days }: { limit: number; seconds: number; days: number },
): Promise<(InstanceRow & { heard_until: Date | null })[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET looked_at = now()
        FROM (SELECT id AS found, coalesce(heard_until, looked_at) AS heard FROM whatsapp_instances
              WHERE provider = ${provider} AND (looked_at IS NULL OR looked_at < now() - make_interval(secs => ${seconds}))
                AND (status <> 'DISCONNECTED' OR disconnected_at > now() - make_interval(days => ${days})) AND ${OF_ACTIVE}
              ORDER BY looked_at NULLS FIRST LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS due
        WHERE id = due.found
        RETURNING ${columns(Object.keys(SELECTED))}, due.heard AS heard_until`,
  );
}

/** Everything up to then was read. */
export async function markHeard(instanceId: number, until: Date): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { id: instanceId, OR: [{ heard_until: null }, { heard_until: { lt: until } }] },
    data: { heard_until: until },
  });
}

export async function markHistoryRead(ownerId: UserId, instanceId: number): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { history_due_at: null, history_read: true },
  });
}

export async function markContactsRead(ownerId: UserId): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId },
    data: { contacts_due_at: null },
  });
}
