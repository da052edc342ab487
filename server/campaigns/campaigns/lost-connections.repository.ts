import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { rows, sql } from "@/server/platform/db/sql";

/**
 * Takes the owners to notify, each once, that their runs have waited for a connection for `minutes`, and marks these runs as
 * notified. Each run is notified once for each loss of its connection.
 */
export async function takeOwnersToTell(minutes: number, limit: number): Promise<OwnerId[]> {
  const taken = await rows<{ owner_id: number }>(
    sql`UPDATE campaign_runs SET told_at = now() WHERE id = ANY (ARRAY(
          SELECT id FROM campaign_runs
          WHERE status IN ('pending', 'running') AND paused_at IS NULL AND stop_at IS NULL AND wait_cause = 'disconnected'
            AND trouble_since < now() - make_interval(mins => ${minutes}) AND (told_at IS NULL OR told_at < trouble_since)
            AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = owner_id AND a.is_active AND a.deletion_at IS NULL)
          ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING owner_id`,
  );
  return [...new Set(taken.map(({ owner_id }) => owner_id))].map(ownerOfRow);
}
