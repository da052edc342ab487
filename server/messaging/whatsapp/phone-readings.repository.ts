import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { columns, execute, rows, sql } from "@/server/platform/db/sql";
import { type InstanceRow, SELECTED } from "./whatsapp.repository";

/** Nothing is done for an account that was deactivated. */
const OF_ACTIVE = sql`EXISTS (SELECT 1 FROM accounts a WHERE a.id = whatsapp_instances.owner_id AND a.is_active)`;

/**
 * Claims phones whose address book is due to be read; their own number must be known, to exclude it. Each is due again
 * after `retrySeconds`.
 */
export function claimContactReads(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<{ owner_id: number; id: number }[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET contacts_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances
          WHERE provider = ${provider} AND contacts_due_at <= now() AND status = 'CONNECTED' AND number IS NOT NULL
            AND ${OF_ACTIVE}
          ORDER BY contacts_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING owner_id, id`,
  );
}

/**
 * An instance whose older conversations are being read, with the start of that, and when it is due again if it fails.
 */
export type HistoryReading = InstanceRow & { began: Date; again: Date };

/** Like claimContactReads, for the conversations before the pairing. */
export async function claimHistoryReads(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<HistoryReading[]> {
  const claimed = await rows<{ id: number; began: Date; again: Date }>(
    sql`UPDATE whatsapp_instances SET history_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances
          WHERE provider = ${provider} AND history_due_at <= now() AND status = 'CONNECTED' AND ${OF_ACTIVE}
          ORDER BY history_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
        )) RETURNING id, now() AS began, history_due_at AS again`,
  );
  const instances = await prisma.whatsappInstance.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    select: SELECTED,
  });
  return (instances as InstanceRow[]).flatMap((instance) => {
    const claim = claimed.find(({ id }) => id === instance.id);
    return claim ? { ...instance, ...claim } : [];
  });
}

/**
 * Claims the instances that the provider was not asked about for `seconds`, those longest ago first, with the time up
 * to which everything was read. An instance that was disconnected for days is skipped.
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

/**
 * In seconds. `most`: after the code was shown, at most; `silent`: the same where nothing comes. `quiet`: after a part.
 */
export interface HistoryPatience {
  most: number;
  silent: number;
  quiet: number;
  again: number;
  /** A provider may announce a part before it has stored it. */
  written: number;
}

/**
 * Records that the conversations were read, `found`: with messages that were not known. They are read again while the
 * phone may hand over more, and where a part was announced since the reading began.
 */
export async function settleHistoryReading(
  { owner_id, id, began, again: claimed }: HistoryReading,
  found: boolean,
  { most, silent, quiet, again }: HistoryPatience,
): Promise<void> {
  await execute(
    sql`WITH reading AS (
          SELECT id, history_due_at IS DISTINCT FROM ${claimed}::timestamptz AS announced,
                 coalesce(
                   history_since IS NULL OR history_since < now() - make_interval(secs => ${most})
                   OR history_quiet_at <= ${began}::timestamptz
                   OR history_quiet_at IS NULL AND NOT ${found} AND history_since < ${began}::timestamptz - make_interval(secs => ${silent}),
                   false) AS is_whole
          FROM whatsapp_instances WHERE owner_id = ${owner_id} AND id = ${id} FOR NO KEY UPDATE
        ), settled AS (
          SELECT id, is_whole AND NOT announced AS is_over, announced,
                 CASE WHEN ${found} THEN now() + make_interval(secs => ${quiet}) END AS quiet_at
          FROM reading
        )
        UPDATE whatsapp_instances i SET
          history_read = is_over,
          history_since = CASE WHEN NOT is_over THEN i.history_since END,
          history_quiet_at = CASE WHEN announced THEN i.history_quiet_at WHEN NOT is_over THEN coalesce(quiet_at, i.history_quiet_at) END,
          history_due_at = CASE WHEN announced THEN i.history_due_at
                                WHEN NOT is_over THEN now() + make_interval(secs => ${again}) END
        FROM settled WHERE i.id = settled.id`,
  );
}

/**
 * Records that the phone handed over a part of its older messages. Nothing more is awaited after the last part, if its
 * messages are stored, or if it was the only part and empty.
 */
export async function noteHistory(
  instanceId: number,
  { some, stored, whole }: { some: boolean; stored: boolean; whole: boolean },
  { quiet, written }: HistoryPatience,
): Promise<void> {
  const isOver = sql`${whole && (stored || !some)} AND (${stored} OR history_quiet_at IS NULL)`;
  const isAnnounced = sql`${!stored} AND (${some} OR ${whole} AND history_quiet_at IS NOT NULL)`;
  await execute(
    sql`UPDATE whatsapp_instances SET
          history_since = CASE WHEN NOT (${isOver}) THEN history_since END,
          history_quiet_at = CASE WHEN history_since IS NULL OR ${isOver} THEN NULL
                                  WHEN ${whole} THEN now() + make_interval(secs => ${written})
                                  WHEN ${some} OR history_quiet_at IS NULL THEN now() + make_interval(secs => ${quiet})
                                  ELSE history_quiet_at END,
          history_due_at = CASE WHEN ${isAnnounced} THEN now() + make_interval(secs => ${written}) ELSE history_due_at END
        WHERE id = ${instanceId}`,
  );
}

export async function markContactsRead(ownerId: OwnerId, instanceId: number): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { owner_id: ownerId, id: instanceId },
    data: { contacts_due_at: null },
  });
}
