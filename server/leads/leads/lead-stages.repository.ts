import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import { STATUS_OF_MEANING, type StageMeaning } from "@/lib/domain/leads/stages";
import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";
import { HAS_ANSWERED } from "./lead-marks.repository";
import { RETURNED_OVERWRITE, toOverwrites } from "./lead-restores.repository";

export interface StandingLead {
  id: number;
  name: string;
  stage_id: number;
  meaning: StageMeaning;
}

/** Locks a lead that will be moved until the transaction ends. Returns null when it is not the owner's. */
export function lockLead(ownerId: OwnerId, leadId: number): Promise<StandingLead | null> {
  return firstRow(
    // Not a join: a lead that was moved while this waited would have no stage to be joined with.
    sql`SELECT id, name, stage_id, (
          SELECT meaning FROM stages s WHERE s.owner_id = leads.owner_id AND s.id = leads.stage_id) AS meaning
        FROM leads WHERE owner_id = ${ownerId} AND id = ${leadId} FOR NO KEY UPDATE`,
  );
}

/** Where a lead is put: below or above another one of the stage. */
export type Spot = { below: number } | { above: number } | "top";

/**
 * The place of a spot in a stage, whose places the caller has locked. A neighbour that has left the stage means the
 * top; null is the top of an empty stage.
 */
export async function findPlace(
  ownerId: OwnerId,
  stageId: number,
  leadId: number,
  spot: Spot,
): Promise<string | null> {
  const others = sql`owner_id = ${ownerId} AND stage_id = ${stageId} AND id <> ${leadId}`;
  const neighbourId = spot === "top" ? null : "below" in spot ? spot.below : spot.above;
  const neighbour =
    neighbourId === null
      ? null
      : await firstRow<{ id: number; place: string }>(
          sql`SELECT id, place::text AS place FROM leads WHERE ${others} AND id = ${neighbourId}`,
        );
  if (!neighbour || spot === "top") {
    const first = await firstRow<{ above: string }>(
      sql`SELECT (place - 1)::text AS above FROM leads WHERE ${others} ORDER BY place, id LIMIT 1`,
    );
    return first?.above ?? null;
  }
  const isBelow = "below" in spot;
  const at = sql`(${neighbour.place}::numeric, ${neighbour.id}::int)`;
  const beyond = isBelow
    ? sql`(place, id) > ${at} ORDER BY place, id LIMIT 1`
    : sql`(place, id) < ${at} ORDER BY place DESC, id DESC LIMIT 1`;
  const other = await firstRow<{ place: string }>(
    sql`SELECT place FROM leads WHERE ${others} AND ${beyond}`,
  );
  const end = isBelow ? sql`+ 1` : sql`- 1`;
  const [low, high] = isBelow ? [neighbour.place, other?.place] : [other?.place, neighbour.place];
  const found = await firstRow<{ place: string | null }>(
    other
      ? sql`SELECT place_between(${low ?? null}::numeric, ${high ?? null}::numeric)::text AS place`
      : sql`SELECT (${neighbour.place}::numeric ${end})::text AS place`,
  );
  if (found?.place) return found.place;
  // Both have the same place: leads that arrived at the same moment.
  await spreadPlaces(ownerId, stageId, neighbour.place);
  return findPlace(ownerId, stageId, leadId, spot);
}

/** Gives leads that share a place separate ones, in their present order, all before the next place. */
async function spreadPlaces(ownerId: OwnerId, stageId: number, place: string): Promise<void> {
  const inStage = sql`owner_id = ${ownerId} AND stage_id = ${stageId}`;
  await execute(
    sql`WITH shared AS (
          SELECT id, row_number() OVER (ORDER BY id) - 1 AS step, count(*) OVER () AS size
          FROM leads WHERE ${inStage} AND place = ${place}::numeric
        ), gap AS (
          SELECT coalesce(min(place) - ${place}::numeric, 1) AS size
          FROM (SELECT place FROM leads WHERE ${inStage} AND place > ${place}::numeric ORDER BY place LIMIT 1) AS next
        )
        UPDATE leads l SET place = ${place}::numeric + gap.size * shared.step / shared.size
        FROM shared, gap WHERE l.owner_id = ${ownerId} AND l.id = shared.id AND shared.step > 0`,
  );
}

/** A stage that leads are moved to. */
interface TargetStage {
  id: number;
  meaning: StageMeaning;
}

/**
 * The status that leads `l` have in a stage. The mark of a blocked number stays, and so does the status of a lost lead
 * unless it was won: it shows what was said so far.
 */
function buildStatus({ meaning }: TargetStage): Sql {
  if (meaning === "lost") {
    return sql`CASE WHEN status <> 'closed' THEN status
                    WHEN contacted_at IS NULL OR ${HAS_ANSWERED} THEN 'answered' ELSE 'contacted' END`;
  }
  return sql`CASE WHEN status = 'opted_out' OR status_meaning(status) IS NOT DISTINCT FROM ${meaning}::text THEN status
                  ELSE ${STATUS_OF_MEANING[meaning]}::text END`;
}

/** What a user's move to another stage sets, besides the place. */
function buildMove(stage: TargetStage, lossReasonId: number | null | undefined): Sql {
  const reason =
    stage.meaning !== "lost"
      ? sql`NULL`
      : lossReasonId === undefined
        ? sql`loss_reason_id`
        : sql`${lossReasonId}::int`;
  return sql`status = ${buildStatus(stage)}, loss_reason_id = ${reason}, stage_id = ${stage.id}::int,
             staged_at = CASE WHEN stage_id = ${stage.id}::int THEN staged_at ELSE now() END,
             status_by = CASE WHEN stage_id = ${stage.id}::int THEN status_by ELSE 'person' END,
             edited_at = now(), updated_at = now()`;
}

/** Moves a locked lead to a place of a stage; null is the top of an empty one. */
export async function moveLead(
  ownerId: OwnerId,
  leadId: number,
  stage: TargetStage,
  place: string | null,
  lossReasonId: number | null | undefined,
): Promise<void> {
  await execute(
    sql`UPDATE leads AS l SET ${buildMove(stage, lossReasonId)},
               place = coalesce(${place}::numeric, -extract(epoch FROM clock_timestamp()))
        WHERE owner_id = ${ownerId} AND id = ${leadId}`,
  );
}

/** Moves leads to the top of a stage; those already in it stay where they are. Returns what changed. */
export async function moveLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
  stage: TargetStage,
  lossReasonId: number | null | undefined,
): Promise<LeadOverwrite[]> {
  const moved = await rows<LeadOverwrite>(
    sql`UPDATE leads AS l SET ${buildMove(stage, lossReasonId)}, place = -extract(epoch FROM clock_timestamp())
        WHERE owner_id = ${ownerId} AND id = ANY(${leadIds}::int[]) AND stage_id <> ${stage.id}::int
        RETURNING ${RETURNED_OVERWRITE}`,
  );
  return toOverwrites(moved);
}
