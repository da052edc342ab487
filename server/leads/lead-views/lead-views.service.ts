import type { LeadView, NewLeadView } from "@/lib/contracts/leads/lead-views";
import { MOST_LEAD_VIEWS } from "@/lib/domain/leads/lead-view";
import { AppError } from "@/lib/errors";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./lead-views.repository";

const NOT_FOUND = "Visão não encontrada.";

export async function listLeadViews(actor: Actor): Promise<{ lead_views: LeadView[] }> {
  const found = await repository.findLeadViews(actor.ownerId);
  return { lead_views: found.map(toLeadView) };
}

/** @throws AppError conflict when the name is taken or there are too many */
export async function createLeadView(
  actor: Actor,
  view: NewLeadView,
): Promise<{ lead_view: LeadView }> {
  const created = await transaction(() =>
    refuseTakenName(repository.insertLeadView(actor.ownerId, view, MOST_LEAD_VIEWS)),
  );
  if (!created) throw new AppError("conflict", `Você pode ter até ${MOST_LEAD_VIEWS} visões.`);
  return { lead_view: toLeadView(created) };
}

/** @throws AppError not_found; conflict when the name is taken */
export async function updateLeadView(
  actor: Actor,
  id: number,
  view: NewLeadView,
): Promise<{ lead_view: LeadView }> {
  const updated = await refuseTakenName(repository.updateLeadView(actor.ownerId, id, view));
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  return { lead_view: toLeadView(updated) };
}

/** @throws AppError not_found */
export async function deleteLeadView(actor: Actor, id: number): Promise<{ success: true }> {
  const deleted = await repository.deleteLeadView(actor.ownerId, id);
  if (!deleted) throw new AppError("not_found", NOT_FOUND);
  return { success: true };
}

async function refuseTakenName<T>(write: Promise<T | "taken">): Promise<T> {
  const written = await write;
  if (written !== "taken") return written;
  const message = "Já existe uma visão com este nome.";
  throw new AppError("conflict", message, { fields: { name: message } });
}

function toLeadView({ id, name, settings }: repository.LeadViewRow): LeadView {
  return { id, name, settings: settings as LeadView["settings"] };
}
