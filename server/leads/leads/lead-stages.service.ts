import type { Move } from "@/lib/contracts/leads/board";
import type { Lead } from "@/lib/contracts/leads/leads";
import type { LeadOverwrite } from "@/lib/domain/leads/lead-restore";
import { AppError } from "@/lib/errors";
import { recordEvent } from "@/server/integrations/events/events.service";
import { tellLead } from "@/server/leads/own-fields/told-leads.service";
import { lockStage, requireLossReason, requireStage } from "@/server/leads/stages/stages.service";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./lead-stages.repository";
import { toLead } from "./leads.mapper";
import { findLead } from "./leads.repository";

const LEAD_NOT_FOUND = "Lead não encontrado.";

/**
 * Moves a lead to a place in a stage. Simultaneous moves in one stage run one after the other, so that its order is
 * consistent.
 * @throws AppError not_found for a lead, a stage or a reason that is not the actor's
 */
export async function moveLead(
  actor: Actor,
  leadId: number,
  move: Omit<Move, "before_id" | "after_id"> & {
    before_id?: number | undefined;
    after_id?: number | undefined;
  },
): Promise<{ lead: Lead }> {
  const { ownerId } = actor;
  return transaction(async () => {
    const stage = await lockStage(ownerId, move.stage_id);
    if (move.loss_reason_id) await requireLossReason(ownerId, move.loss_reason_id);
    const lead = await repository.lockLead(ownerId, leadId);
    if (!lead) throw new AppError("not_found", LEAD_NOT_FOUND);
    const spot =
      move.after_id !== undefined
        ? { below: move.after_id }
        : move.before_id !== undefined
          ? { above: move.before_id }
          : ("top" as const);
    const place = await repository.findPlace(ownerId, stage.id, leadId, spot);
    await repository.moveLead(ownerId, leadId, stage, place, move.loss_reason_id);
    if (lead.stage_id !== stage.id) await recordMove(ownerId, lead, stage);
    publish(ownerId, "leads.changed", {});
    const row = await findLead(ownerId, leadId);
    if (!row) throw new AppError("not_found", LEAD_NOT_FOUND);
    return { lead: toLead(row) };
  });
}

/**
 * Locks a lead that will be moved, and its new stage, in the order in which all moves lock them.
 * @throws AppError not_found
 */
export async function lockForMove(
  ownerId: OwnerId,
  leadId: number,
  stageId: number | undefined,
): Promise<void> {
  if (stageId !== undefined) await lockStage(ownerId, stageId);
  if (!(await repository.lockLead(ownerId, leadId))) {
    throw new AppError("not_found", LEAD_NOT_FOUND);
  }
}

/**
 * Moves leads that the current transaction has locked to the top of a stage. Returns what changed.
 * @throws AppError not_found
 */
export async function moveLeadsToStage(
  ownerId: OwnerId,
  leadIds: readonly number[],
  target: { stage_id: number; loss_reason_id?: number | undefined },
): Promise<LeadOverwrite[]> {
  const stage = await requireStage(ownerId, target.stage_id);
  if (target.loss_reason_id) await requireLossReason(ownerId, target.loss_reason_id);
  const changes = await repository.moveLeads(ownerId, leadIds, stage, target.loss_reason_id);
  const moved = changes.length;
  if (moved === 0) return [];
  publish(ownerId, "leads.changed", {});
  const metadata = { detail: stage.name };
  await recordEvent(ownerId, "lead_stage_changed", { quantity: moved, metadata });
  if (stage.meaning === "won") {
    await recordEvent(ownerId, "lead_closed", { quantity: moved, metadata: {} });
  }
  return changes;
}

async function recordMove(
  ownerId: OwnerId,
  lead: repository.StandingLead,
  stage: { id: number; name: string; meaning: string },
): Promise<void> {
  const metadata = { lead_id: lead.id, name: lead.name };
  await recordEvent(ownerId, "lead_stage_changed", {
    metadata: { ...metadata, detail: stage.name },
    told: () => tellLead(ownerId, lead.id),
  });
  if (stage.meaning === "won" && lead.meaning !== "won") {
    await recordEvent(ownerId, "lead_closed", { metadata });
  }
}
