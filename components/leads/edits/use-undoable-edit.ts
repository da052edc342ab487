"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ExternalToast } from "sonner";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { rememberChange } from "@/components/shared/state/undo-stack";
import { call } from "@/lib/api/client";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";

const TOAST_MS = 10_000;

/** Takes edits of leads back on the server. */
export function useBulkUndo(): (undoId: number) => Promise<void> {
  const client = useQueryClient();
  return async (undoId) => {
    try {
      const { restored, left } = await call(leadBulk.undo, { params: { id: undoId } });
      const kept = `${countOf(left, "ficou como está: foi alterado", "ficaram como estão: foram alterados")} depois.`;
      notifySuccess(
        `Desfeito: ${countOf(restored, "lead voltou ao que era", "leads voltaram ao que eram")}.`,
        left > 0 ? { description: kept } : {},
      );
    } catch (error) {
      notifyError(errorText(error));
    }
    await Promise.all(
      [queryKeys.leads, queryKeys.lists, queryKeys.today].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}

/** Shows the result of an edit of many leads, with two ways to undo it: the toast's button and Ctrl+Z. */
export function useUndoableEdit() {
  const undo = useBulkUndo();
  return (message: string, undoId: number, options: ExternalToast = {}) => {
    const change = rememberChange(() => void undo(undoId));
    notifySuccess(message, {
      duration: TOAST_MS,
      action: { label: "Desfazer", onClick: change.undo },
      ...options,
    });
  };
}
