import { toStorableJson } from "@/lib/stored-json";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/** Notifications for the callers: "<instance>:<key>". */
export const OUTCOME_CHANNEL = "garimpo_command_outcomes";

export interface CommandRow {
  id: number;
  key: string;
  kind: string;
  payload: unknown;
}

/**
 * Requests a command under a key. A command of the same key is requested again if it surely was not carried out.
 * Returns false when it may have been, when the instance has no connection, or `maxOpen` commands are waiting.
 */
export async function insertCommand(
  instanceId: number,
  command: { key: string; kind: string; payload: unknown; takeWithinMs: number },
  { channel, maxOpen }: { channel: string; maxOpen: number },
): Promise<boolean> {
  const deadline = sql`now() + make_interval(secs => ${command.takeWithinMs / 1000})`;
  const inserted = await execute(
    sql`WITH asked AS (
          INSERT INTO whatsapp_commands AS c (owner_id, instance_id, key, kind, payload, deadline_at)
          SELECT owner_id, id, ${command.key}, ${command.kind}, ${toStorableJson(command.payload)}::jsonb, ${deadline}
          FROM whatsapp_sockets WHERE id = ${instanceId} AND wanted
            AND (SELECT count(*) FROM whatsapp_commands WHERE instance_id = ${instanceId} AND settled_at IS NULL) < ${maxOpen}
          ON CONFLICT (instance_id, key) DO UPDATE
          SET payload = excluded.payload, deadline_at = excluded.deadline_at, created_at = now(), taken_at = NULL,
              settled_at = NULL, outcome = NULL
          WHERE c.settled_at IS NOT NULL
            AND (c.taken_at IS NULL OR c.outcome ->> 'outcome' IN ('not_taken', 'disconnected'))
          RETURNING instance_id)
        SELECT pg_notify(${channel}, 'command:' || instance_id) FROM asked`,
  );
  return inserted === 1;
}

export function findCommand(
  instanceId: number,
  key: string,
): Promise<{ taken: boolean; settled: boolean; outcome: unknown } | null> {
  return firstRow(
    sql`SELECT taken_at IS NOT NULL AS taken, settled_at IS NOT NULL AS settled, outcome
        FROM whatsapp_commands WHERE instance_id = ${instanceId} AND key = ${key}`,
  );
}

/** Withdraws a command. Returns false when it was taken. */
export async function withdrawCommand(instanceId: number, key: string): Promise<boolean> {
  const withdrawn = await execute(
    sql`UPDATE whatsapp_commands SET settled_at = coalesce(settled_at, now()), payload = NULL
        WHERE instance_id = ${instanceId} AND key = ${key} AND taken_at IS NULL`,
  );
  return withdrawn === 1;
}

/** Takes the oldest command whose deadline is not over. Returns null when there is none or the lease was lost. */
export function takeCommand(instanceId: number, leaseNo: number): Promise<CommandRow | null> {
  return firstRow(
    sql`UPDATE whatsapp_commands SET taken_at = now()
        WHERE id = (SELECT id FROM whatsapp_commands
                    WHERE instance_id = ${instanceId} AND settled_at IS NULL AND taken_at IS NULL AND deadline_at > now()
                    ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
          AND EXISTS (SELECT 1 FROM whatsapp_sockets
                      WHERE id = ${instanceId} AND lease_no = ${leaseNo} AND lease_until > now())
        RETURNING id, key, kind, payload`,
  );
}

/** Which of these instances have a command that no worker took. */
export function findWaiting(instanceIds: number[]): Promise<{ instance_id: number }[]> {
  return rows(
    sql`SELECT DISTINCT instance_id FROM whatsapp_commands
        WHERE instance_id = ANY(${instanceIds}) AND settled_at IS NULL AND taken_at IS NULL AND deadline_at > now()`,
  );
}

/** Stores a command's outcome, once, and notifies its caller. */
export async function settleCommand(
  instanceId: number,
  { id, key }: Pick<CommandRow, "id" | "key">,
  outcome: unknown,
): Promise<void> {
  await execute(
    sql`WITH settled AS (
          UPDATE whatsapp_commands SET settled_at = now(), payload = NULL, outcome = ${toStorableJson(outcome ?? {})}::jsonb
          WHERE id = ${id} AND taken_at IS NOT NULL AND settled_at IS NULL RETURNING id)
        SELECT pg_notify(${OUTCOME_CHANNEL}, ${`${instanceId}:${key}`}) FROM settled`,
  );
}

/** Empties commands whose caller or holder died. */
export function emptyCommands(graceSeconds: number): Promise<number> {
  return execute(
    sql`UPDATE whatsapp_commands SET settled_at = now(), payload = NULL
        WHERE settled_at IS NULL AND deadline_at < now() - make_interval(secs => ${graceSeconds})`,
  );
}
