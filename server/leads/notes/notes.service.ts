import type { z } from "zod/mini";
import type { NewNote, NoteChange } from "@/lib/contracts/leads/notes";
import { MOST_NOTES_OF_LEAD } from "@/lib/domain/leads/notes";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { publish } from "@/server/platform/live/publish";
import * as repository from "./notes.repository";

const NOT_FOUND = "Nota não encontrada.";
const NO_LEAD = "Lead não encontrado.";
const TOO_MANY = `Um lead pode ter até ${MOST_NOTES_OF_LEAD} notas. Exclua algumas.`;

/** @throws AppError not_found */
export async function listNotes({ ownerId }: Actor, leadId: number, pinnedOnly: boolean) {
  const [isLead, notes] = await Promise.all([
    repository.hasLead(ownerId, leadId),
    repository.findNotes(ownerId, leadId, { pinnedOnly, limit: MOST_NOTES_OF_LEAD }),
  ]);
  if (!isLead) throw new AppError("not_found", NO_LEAD);
  return { notes };
}

/** @throws AppError not_found for another account's lead; conflict when it has too many */
export async function createNote(
  { ownerId }: Actor,
  leadId: number,
  note: z.output<typeof NewNote>,
) {
  return transaction(async () => {
    if (!(await repository.lockLead(ownerId, leadId))) throw new AppError("not_found", NO_LEAD);
    const created = await repository.insertNote(ownerId, leadId, note, MOST_NOTES_OF_LEAD);
    if (!created) throw new AppError("conflict", TOO_MANY);
    publish(ownerId, "leads.changed", {});
    return { note: created };
  });
}

/** @throws AppError not_found */
export async function updateNote({ ownerId }: Actor, id: number, change: NoteChange) {
  const updated = await repository.updateNote(ownerId, id, change);
  if (!updated) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "leads.changed", {});
  return { note: updated };
}

/** @throws AppError not_found */
export async function deleteNote({ ownerId }: Actor, id: number): Promise<{ success: true }> {
  if (!(await repository.deleteNote(ownerId, id))) throw new AppError("not_found", NOT_FOUND);
  publish(ownerId, "leads.changed", {});
  return { success: true };
}

/** Restores the notes of restored leads. Call inside the transaction that restores the leads. */
export async function restoreNotes(ownerId: OwnerId, stored: readonly object[]): Promise<void> {
  if (stored.length > 0) await repository.restoreNotes(ownerId, stored);
}
