import type { NewChatQuota } from "@/lib/domain/whatsapp/new-chat-quota";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

export interface QuotaRow {
  state: NewChatQuota["state"] | null;
  total: number | null;
  used: number | null;
  cycle_end: Date | null;
  told_at: Date | null;
  failed: boolean;
}

/** Stores WhatsApp's answer; null when there was none, which keeps the earlier answer. */
export async function storeQuota(
  { id, owner_id }: { id: number; owner_id: number },
  quota: NewChatQuota | null,
): Promise<void> {
  const {
    total = null,
    used = null,
    cycleEnd = null,
  } = quota?.state === "open"
    ? quota
    : { cycleEnd: quota?.state === "capped" ? quota.cycleEnd : null };
  if (quota === null) {
    await execute(
      sql`INSERT INTO new_chat_quotas (instance_id, owner_id, asked_at, failed) VALUES (${id}, ${owner_id}, now(), true)
          ON CONFLICT (instance_id) DO UPDATE SET asked_at = now(), failed = true`,
    );
    return;
  }
  await execute(
    sql`INSERT INTO new_chat_quotas (instance_id, owner_id, state, total, used, cycle_end, told_at, asked_at, failed)
        VALUES (${id}, ${owner_id}, ${quota.state}, ${total}, ${used}, ${cycleEnd}, now(), now(), false)
        ON CONFLICT (instance_id) DO UPDATE SET state = excluded.state, total = excluded.total, used = excluded.used,
          cycle_end = excluded.cycle_end, told_at = excluded.told_at, asked_at = excluded.asked_at, failed = false`,
  );
}

export async function findQuota(ownerId: number, instanceId: number): Promise<QuotaRow | null> {
  const row = await prisma.newChatQuota.findFirst({
    where: { owner_id: ownerId, instance_id: instanceId },
  });
  // The column's CHECK allows no other state.
  return row && { ...row, state: row.state as QuotaRow["state"] };
}

/** Whether WhatsApp was asked about the instance's quota within the last `minutes`. */
export async function isAskedLately(
  { id, owner_id }: { id: number; owner_id: number },
  minutes: number,
): Promise<boolean> {
  const asked = await firstRow(
    sql`SELECT 1 FROM new_chat_quotas WHERE owner_id = ${owner_id} AND instance_id = ${id}
          AND asked_at > now() - make_interval(mins => ${minutes})`,
  );
  return asked !== null;
}

/**
 * Takes connected instances that were not asked about for a day, at most `limit`; no other worker takes them for a
 * while.
 */
export function claimUnasked(limit: number): Promise<{ owner_id: number; id: number }[]> {
  return rows(
    sql`WITH due AS (
          SELECT i.id, i.owner_id FROM whatsapp_instances i LEFT JOIN new_chat_quotas q ON q.instance_id = i.id
          WHERE i.status = 'CONNECTED' AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = i.owner_id AND a.is_active) AND (q.asked_at IS NULL OR q.asked_at < now() - interval '24 hours')
          ORDER BY i.id LIMIT ${limit}
        )
        INSERT INTO new_chat_quotas (instance_id, owner_id, asked_at, failed) SELECT id, owner_id, now(), true FROM due
        ON CONFLICT (instance_id) DO UPDATE SET asked_at = now() WHERE new_chat_quotas.asked_at < now() - interval '24 hours'
        RETURNING owner_id, instance_id AS id`,
  );
}
