import type { LossReason, NewStage, Stage, StageChange } from "@/lib/contracts/leads/stages";
import { MOST_LOSS_REASONS, MOST_STAGES } from "@/lib/domain/leads/stages";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as reasons from "./loss-reasons.repository";
import * as repository from "./stages.repository";

export async function listStages(actor: Actor): Promise<{ stages: Stage[] }> {
  return { stages: await repository.findStages(actor) };
}

/** @throws AppError conflict when the name is taken or there are too many */
export async function createStage(actor: Actor, stage: NewStage): Promise<{ stage: Stage }> {
  const created = await transaction(() =>
    refuseTakenName(repository.insertStage(actor.ownerId, stage)),
  );
  if (!created) throw new AppError("conflict", `Você pode ter até ${MOST_STAGES} etapas.`);
  return { stage: await showStage(actor, created.id) };
}

/** @throws AppError not_found; conflict when the name is taken */
export async function updateStage(
  actor: Actor,
  id: number,
  change: StageChange,
): Promise<{ stage: Stage }> {
  const updated = await refuseTakenName(repository.updateStage(actor.ownerId, id, change));
  if (!updated) throw new AppError("not_found", STAGE_NOT_FOUND);
  return { stage: await showStage(actor, id) };
}

/** @throws AppError conflict when these are not all stages of the actor */
export async function reorderStages(
  actor: Actor,
  ids: readonly number[],
): Promise<{ stages: Stage[] }> {
  const moved = await transaction(() => repository.reorderStages(actor.ownerId, ids));
  if (!moved) {
    throw new AppError("conflict", "As etapas mudaram. Recarregue a página e ordene de novo.");
  }
  publish(actor.ownerId, "leads.changed", {});
  return listStages(actor);
}

/** Removes a stage without leads. Returns 'held' when it has some, and false when it is the last one of its meaning. */
export function deleteStage(actor: Actor, id: number): Promise<boolean | "held"> {
  return transaction(async () => {
    const deleted = await repository.deleteStage(actor.ownerId, id);
    publish(actor.ownerId, "leads.changed", {});
    return deleted;
  });
}

export async function listLossReasons(actor: Actor): Promise<{ loss_reasons: LossReason[] }> {
  return { loss_reasons: await reasons.findLossReasons(actor.ownerId) };
}

/** @throws AppError conflict when it exists or there are too many */
export async function createLossReason(
  actor: Actor,
  name: string,
): Promise<{ loss_reason: LossReason }> {
  const created = await transaction(() => reasons.insertLossReason(actor.ownerId, name));
  if (created === "taken") {
    const message = "Este motivo já está na lista.";
    throw new AppError("conflict", message, { fields: { name: message } });
  }
  if (!created) throw new AppError("conflict", `Você pode ter até ${MOST_LOSS_REASONS} motivos.`);
  return { loss_reason: created };
}

/** @throws AppError not_found */
export async function deleteLossReason(actor: Actor, id: number): Promise<{ success: true }> {
  if (!(await reasons.deleteLossReason(actor.ownerId, id))) {
    throw new AppError("not_found", REASON_NOT_FOUND);
  }
  return { success: true };
}

/** @throws AppError not_found when it is not the owner's */
export async function requireLossReason(ownerId: OwnerId, id: number): Promise<void> {
  if (!(await reasons.hasLossReason(ownerId, id))) {
    throw new AppError("not_found", REASON_NOT_FOUND, {
      fields: { loss_reason_id: REASON_NOT_FOUND },
    });
  }
}

/** @throws AppError not_found when it is not the owner's */
export async function requireStage(ownerId: OwnerId, id: number) {
  return refuseUnknown(await repository.findStage(ownerId, id));
}

/** Like requireStage, and locks the places of the stage until the transaction ends. */
export async function lockStage(ownerId: OwnerId, id: number) {
  return refuseUnknown(await repository.lockStage(ownerId, id));
}

function refuseUnknown<T>(stage: T | null): T {
  if (stage) return stage;
  throw new AppError("not_found", STAGE_NOT_FOUND, { fields: { stage_id: STAGE_NOT_FOUND } });
}

const STAGE_NOT_FOUND = "Etapa não encontrada.";
const REASON_NOT_FOUND = "Motivo não encontrado.";

async function showStage(actor: Actor, id: number): Promise<Stage> {
  const stage = (await repository.findStages(actor)).find((each) => each.id === id);
  if (!stage) throw new AppError("not_found", STAGE_NOT_FOUND);
  return stage;
}

async function refuseTakenName<T>(write: Promise<T | "taken">): Promise<T> {
  const written = await write;
  if (written !== "taken") return written;
  const message = "Já existe uma etapa com este nome.";
  throw new AppError("conflict", message, { fields: { name: message } });
}
