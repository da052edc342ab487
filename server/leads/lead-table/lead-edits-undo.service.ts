import { AppError } from "@/lib/errors";
import {
  deleteChangeSet,
  type LeadChanges,
  lockChangeSet,
  NO_CHANGES,
  openChangeSet,
  recordChanges,
  undoLatest,
} from "@/server/leads/leads/lead-changes.service";
import type { Actor, Doer } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";

/** How long an edit of many leads can be undone. */
const UNDOABLE_MINUTES = 10;

/** Opens an edit of many leads, which may take several transactions: each records its changes. */
export async function openEdit(by: Doer) {
  const { ownerId } = by;
  const id = await openChangeSet(by, "edit", UNDOABLE_MINUTES);
  return {
    id,
    record: (changes: Partial<LeadChanges>): Promise<void> =>
      recordChanges(ownerId, id, [], { ...NO_CHANGES, ...changes }),
  };
}

/**
 * Undoes an edit of many leads: values are restored where they still are what the edit wrote, the others are counted in
 * `left`. An interrupted call leaves the rest to be undone.
 * @throws AppError not_found
 */
export async function undoEdit(
  { ownerId }: Actor,
  editId: number,
): Promise<{ restored: number; left: number }> {
  const outcome = { restored: 0, left: 0 };
  for (;;) {
    const undone = await transaction(async () => {
      if (!(await lockChangeSet(ownerId, editId, "edit")))
        throw new AppError("not_found", TOO_LATE);
      const batch = await undoLatest(ownerId, editId);
      if (!batch) await deleteChangeSet(ownerId, editId);
      return batch;
    });
    if (!undone) return outcome;
    outcome.restored += undone.restored;
    outcome.left += undone.left;
  }
}

const TOO_LATE = "Esta mudança já não pode ser desfeita.";
