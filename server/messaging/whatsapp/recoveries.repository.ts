import { prisma } from "@/server/platform/db/prisma";
import { columns, execute, rows, sql } from "@/server/platform/db/sql";
import { type InstanceRow, SELECTED } from "./whatsapp.repository";

/** Schedules reading of everything that the provider's phones sent and received since then. */
export async function startRecovery(provider: string, since: Date): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET recover_since = least(recover_since, ${since}), recover_due_at = now()
        WHERE provider = ${provider} AND removed_at IS NULL`,
  );
}

/** The same for one phone; its regular looks continue from now. */
export async function startRecoveryOf(instanceId: number, since: Date): Promise<void> {
  await execute(
    sql`UPDATE whatsapp_instances SET recover_since = least(recover_since, ${since}), recover_due_at = now(), heard_until = now()
        WHERE id = ${instanceId}`,
  );
}

/** Claims connected phones that are to be read; each is due again after `retrySeconds` unless endRecovery is called. */
export async function claimRecoveries(
  provider: string,
  limit: number,
  retrySeconds: number,
): Promise<InstanceRow[]> {
  return rows(
    sql`UPDATE whatsapp_instances SET recover_due_at = now() + make_interval(secs => ${retrySeconds})
        WHERE id = ANY (ARRAY(
          SELECT id FROM whatsapp_instances WHERE provider = ${provider} AND recover_due_at <= now() AND status = 'CONNECTED'
            AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = whatsapp_instances.owner_id AND a.is_active)
          ORDER BY recover_due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING ${columns(Object.keys(SELECTED))}`,
  );
}

export async function endRecovery(instanceId: number): Promise<void> {
  await prisma.whatsappInstance.updateMany({
    where: { id: instanceId },
    data: { recover_since: null, recover_due_at: null },
  });
}

export interface RecoveringRow {
  user_id: number;
  email: string;
  number: string | null;
  status: string;
  recover_since: Date;
}

export function findRecovering(limit: number): Promise<RecoveringRow[]> {
  return rows(
    sql`SELECT u.id AS user_id, u.email, i.number, i.status, i.recover_since
        FROM whatsapp_instances i JOIN users u ON u.id = i.owner_id
        WHERE i.recover_since IS NOT NULL ORDER BY u.id LIMIT ${limit}`,
  );
}
