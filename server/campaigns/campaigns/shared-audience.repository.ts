import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import type { LeasedRun } from "./runs.repository";

/**
 * The runs `s` of the same time of the same campaign as the run `r`, by its other numbers, that are not over. Only an
 * audience is shared: whoever gets a message again gets it from the number that tried.
 */
const BESIDE = sql`campaign_runs s ON s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for AND s.id <> r.id
  AND r.kind = 'audience' AND s.status IN ('pending', 'running') AND s.stop_at IS NULL`;

/** The recipient `p` of the run `s` was never tried, and has not talked with its number. */
const UNTOUCHED = sql`p.state = 'pending' AND p.step = 1 AND p.claimed_at IS NULL AND p.not_before IS NULL
  AND NOT EXISTS (SELECT 1 FROM conversations v WHERE v.owner_id = p.owner_id AND v.phone_key = p.phone_key
                  AND v.instance_id = s.instance_id AND v.last_message_at IS NOT NULL)`;

/**
 * Gives a run that has nobody left to write to one untouched person of a run beside it: of one that cannot send for now
 * before one that can, which keeps its last. So the number with the most room writes to the most people, and nobody
 * waits for a number that is restricted. `canTake`: its own number can write to strangers. `except`: recipients who are
 * being decided about. Call while the run is locked.
 *
 * @returns `left`: nobody was taken, but somebody may have to be later
 */
export async function takeFromBeside(
  run: LeasedRun,
  { canTake, except }: { canTake: boolean; except: readonly number[] },
): Promise<"taken" | "left" | "none"> {
  const found = await firstRow<{ taken: number; untouched: number }>(
    sql`WITH untouched AS MATERIALIZED (
          SELECT p.id, p.id IS NOT DISTINCT FROM s.typing_for AS is_typed, count(*) OVER (PARTITION BY s.id) AS left_there,
                 (s.paused_at IS NOT NULL OR s.trouble_since IS NOT NULL OR s.next_send_at > now() + interval '1 minute'
                  OR i.status <> 'CONNECTED' OR i.restricted_until > now()) IS TRUE AS waits
          FROM campaign_runs r JOIN ${BESIDE} JOIN campaign_recipients p ON p.run_id = s.id AND ${UNTOUCHED}
          LEFT JOIN whatsapp_instances i ON i.owner_id = s.owner_id AND i.id = s.instance_id
          WHERE r.id = ${run.id}),
        taken AS (
          UPDATE campaign_recipients SET run_id = ${run.id}
          WHERE id = (
            SELECT w.id FROM campaign_recipients w JOIN untouched u ON u.id = w.id
            WHERE ${canTake} AND w.state = 'pending' AND w.id <> ALL (${[...except]}::int[]) AND NOT u.is_typed
              AND (u.waits OR u.left_there > 1)
            ORDER BY u.waits DESC, u.left_there DESC, w.id DESC LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
          RETURNING id)
        SELECT (SELECT count(*)::int FROM taken) AS taken, (SELECT count(*)::int FROM untouched) AS untouched`,
  );
  if (found?.taken) return "taken";
  return found?.untouched ? "left" : "none";
}

/**
 * A run that cannot go on leaves its untouched people to a run beside it that still writes to strangers, if there is one.
 * Call while the run is locked.
 */
export async function leaveToBeside(run: Pick<LeasedRun, "id">): Promise<void> {
  const beside = await firstRow<{ id: number }>(
    sql`SELECT s.id FROM campaign_runs r JOIN ${BESIDE} AND s.following_since IS NULL
        WHERE r.id = ${run.id}
        ORDER BY s.trouble_since IS NOT NULL, s.paused_at IS NOT NULL, s.id LIMIT 1 FOR NO KEY UPDATE OF s`,
  );
  if (!beside) return;
  await execute(
    sql`UPDATE campaign_recipients p SET run_id = ${beside.id} FROM campaign_runs s
        WHERE s.id = ${run.id} AND p.run_id = s.id AND ${UNTOUCHED}`,
  );
}

/**
 * How the runs beside this one, which has ended, ended; null while one of them goes on, whose end is then the end of
 * all. Of two that end at the same time the second waits for the first.
 */
export async function findEndsBeside(
  ownerId: OwnerId,
  run: Pick<LeasedRun, "id">,
): Promise<string[] | null> {
  const isAlone = await firstRow(
    sql`SELECT 1 FROM campaign_runs r WHERE r.owner_id = ${ownerId} AND r.id = ${run.id} AND NOT EXISTS (
          SELECT 1 FROM campaign_runs s WHERE s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for AND s.id <> r.id)`,
  );
  if (isAlone) return [];
  await execute(
    sql`SELECT 1 FROM campaigns WHERE id = (SELECT campaign_id FROM campaign_runs WHERE owner_id = ${ownerId} AND id = ${run.id})
        FOR NO KEY UPDATE`,
  );
  const beside = await rows<{ status: string }>(
    sql`SELECT s.status FROM campaign_runs r JOIN campaign_runs s
          ON s.campaign_id = r.campaign_id AND s.scheduled_for = r.scheduled_for AND s.id <> r.id
        WHERE r.owner_id = ${ownerId} AND r.id = ${run.id}`,
  );
  const ends = beside.map(({ status }) => status);
  return ends.some((status) => status === "pending" || status === "running") ? null : ends;
}
