import { AppError } from "@/lib/errors";
import { hasSibling } from "@/server/leads/stages/stages.repository";
import { deleteStage, requireStage } from "@/server/leads/stages/stages.service";
import type { Actor } from "@/server/platform/actor";
import { bulkSetStatus } from "./lead-bulk.service";

/** Leads may arrive while a stage is being emptied. */
const ATTEMPTS = 5;

/**
 * Moves all leads of a stage to another one and removes it.
 * @throws AppError not_found; conflict when both are one, or when it is the last of its meaning
 */
export async function removeStage(
  actor: Actor,
  stageId: number,
  targetId: number,
): Promise<{ moved: number }> {
  const stage = await requireStage(actor.ownerId, stageId);
  await requireStage(actor.ownerId, targetId);
  if (stageId === targetId) {
    const message = "Escolha outra etapa para os leads.";
    throw new AppError("conflict", message, { fields: { move_to: message } });
  }
  if (!(await hasSibling(actor.ownerId, stageId))) throw lastOfItsMeaning(stage.name);
  let moved = 0;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { updated } = await bulkSetStatus(actor, {
      filter: { stage: [stageId] },
      stage_id: targetId,
    });
    moved += updated;
    const deleted = await deleteStage(actor, stageId);
    if (deleted === "held") continue;
    if (!deleted) throw lastOfItsMeaning(stage.name);
    return { moved };
  }
  throw new AppError("conflict", "Continuam chegando leads a esta etapa. Tente de novo.");
}

const lastOfItsMeaning = (name: string) =>
  new AppError(
    "conflict",
    `"${name}" é a única etapa com este significado: crie outra antes de remover esta.`,
  );
