import type { MergeCandidate } from "@/lib/contracts/leads/lead-merges";
import { type MergeChoices, pickSurvivor, pickValues } from "@/lib/domain/leads/lead-merge";
import { AppError } from "@/lib/errors";
import { toLead } from "@/server/leads/leads/leads.service";
import { findOwnValuesOf } from "@/server/leads/own-fields/own-values.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { type CandidateRow, findCandidates } from "./merge-candidates.repository";

/**
 * Leads side by side, with what a merge would choose automatically.
 * @throws AppError not_found unless all of them are the actor's
 */
export async function compareLeads(
  { ownerId }: Actor,
  leadId: number,
  others: readonly number[],
): Promise<{ leads: MergeCandidate[]; survivor_id: number; choices: MergeChoices }> {
  const leadIds = [...new Set([leadId, ...others])];
  const leads = await listCandidates(ownerId, leadIds);
  if (leads.length < leadIds.length) throw new AppError("not_found", GONE);
  const survivorId = pickSurvivor(leads);
  return { leads, survivor_id: survivorId, choices: pickValues(leads, survivorId) };
}

export const GONE = "Um destes leads não existe mais. Atualize a página e escolha de novo.";

/** Those of these leads that are the owner's, in the order of their ids. */
export async function listCandidates(
  ownerId: OwnerId,
  leadIds: readonly number[],
): Promise<(MergeCandidate & Pick<CandidateRow, "evidence">)[]> {
  const found = await findCandidates(ownerId, leadIds);
  const own = await findOwnValuesOf(ownerId, leadIds);
  return found.map((row) => ({
    ...toLead(row),
    contacted_at: row.contacted_at?.toISOString() ?? null,
    evidence: row.evidence,
    stage: {
      id: row.stage_id,
      name: row.stage_name,
      meaning: row.stage_meaning,
      position: row.stage_position,
    },
    blocked: row.blocked,
    tag_ids: row.tag_ids,
    own: own.get(row.id) ?? {},
    lists: row.lists,
    tasks: row.tasks,
    notes: row.notes,
  }));
}
