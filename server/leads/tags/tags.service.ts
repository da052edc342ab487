import type { z } from "zod/mini";
import type { Tag, TagForm } from "@/lib/contracts/leads/tags";
import { MOST_TAGS } from "@/lib/domain/leads/tags";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./tags.repository";

const NOT_FOUND = "Etiqueta não encontrada.";
const TOO_MANY = `Você pode ter até ${MOST_TAGS} etiquetas.`;

export async function listTags(actor: Actor): Promise<{ tags: Tag[] }> {
  return { tags: await repository.findTags(actor) };
}

/** @throws AppError conflict when the name is taken or there are too many */
export async function createTag(
  actor: Actor,
  tag: z.output<typeof TagForm>,
): Promise<{ tag: Tag }> {
  const created = await transaction(() =>
    refuseTakenName(repository.insertTag(actor.ownerId, tag)),
  );
  if (!created) throw new AppError("conflict", TOO_MANY);
  return { tag: { id: created.id, ...tag, leads: 0 } };
}

/** @throws AppError not_found; conflict when the name is taken */
export async function updateTag(
  actor: Actor,
  id: number,
  tag: z.output<typeof TagForm>,
): Promise<{ tag: Tag }> {
  const updated = await refuseTakenName(repository.updateTag(actor.ownerId, id, tag));
  const found = updated && (await repository.findTags(actor)).find((each) => each.id === id);
  if (!found) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "leads.changed", {});
  return { tag: found };
}

/** @throws AppError not_found */
export async function deleteTag(actor: Actor, id: number): Promise<{ success: true }> {
  if (!(await repository.deleteTag(actor.ownerId, id))) throw new AppError("not_found", NOT_FOUND);
  publish(actor.ownerId, "leads.changed", {});
  return { success: true };
}

/**
 * The ids of tags by their names; missing ones are created.
 * @throws AppError conflict when there would be too many
 */
export async function requireTags(ownerId: OwnerId, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  return transaction(async () => {
    const tags = await repository.findOrInsertTags(ownerId, names);
    const known = new Set(tags.map(({ key }) => key));
    if (names.some((name) => !known.has(name))) throw new AppError("conflict", TOO_MANY);
    return tags.map(({ id }) => id);
  });
}

/**
 * Adds tags to leads that the current transaction has locked, and removes others. Returns where each was added and
 * removed.
 */
export async function changeTagsOfLeads(
  ownerId: OwnerId,
  leadIds: readonly number[],
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<{ added: repository.TagOfLead[]; removed: repository.TagOfLead[] }> {
  const added = add.length > 0 ? await repository.addToLeads(ownerId, leadIds, add) : [];
  const removed = remove.length > 0 ? await repository.takeOffLeads(ownerId, leadIds, remove) : [];
  publish(ownerId, "leads.changed", {});
  return { added, removed };
}

/** Restores the tags of restored leads. */
export async function restoreTags(
  ownerId: OwnerId,
  leads: readonly { lead_id: number; tag_ids: number[] }[],
): Promise<void> {
  const tagged = leads.filter(({ tag_ids }) => tag_ids.length > 0);
  if (tagged.length > 0) await repository.restoreTags(ownerId, tagged);
}

async function refuseTakenName<T>(write: Promise<T | "taken">): Promise<T> {
  const written = await write;
  if (written !== "taken") return written;
  const message = "Já existe uma etiqueta com este nome.";
  throw new AppError("conflict", message, { fields: { name: message } });
}
