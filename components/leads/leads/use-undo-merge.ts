"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { countOf } from "@/lib/format";
import { mergeMutations } from "./merges.queries";

/** Long enough to read what was merged, and to think again. */
const UNDO_MS = 10_000;

/** Undoes a merge and reports what was not changed back. */
export function useUndoMerge() {
  return useMutation({
    ...mergeMutations.undo(useQueryClient()),
    onSuccess: ({ lead_ids, kept }) =>
      notifySuccess(
        `Junção desfeita: ${countOf(lead_ids.length, "lead voltou", "leads voltaram")}.`,
        {
          ...(kept.length > 0 && { description: `Mudou depois e ficou: ${kept.join(", ")}.` }),
        },
      ),
  });
}

/** Says what was merged, with the way back. */
export function notifyMerged(message: string, onUndo: () => void): void {
  notifySuccess(message, {
    duration: UNDO_MS,
    action: { label: "Desfazer junção", onClick: onUndo },
  });
}
