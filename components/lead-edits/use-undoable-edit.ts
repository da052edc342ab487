"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ExternalToast } from "sonner";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { queryKeys } from "@/components/shared/state/query-keys";
import { isTyping } from "@/components/shared/table/is-typing";
import { call } from "@/lib/api/client";
import { leadBulk } from "@/lib/contracts/leads/lead-bulk";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";

const TOAST_MS = 10_000;

/** The last edit of many leads that can be taken back by Ctrl+Z, whatever screen part made it. */
let undoLatest: (() => void) | null = null;

function onKeyDown(event: KeyboardEvent) {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z";
  if (!isUndo || event.defaultPrevented || isTyping(event.target) || !undoLatest) return;
  event.preventDefault();
  undoLatest();
}

/** Tells what an edit of many leads did, with the ways to take it back: the toast's button and Ctrl+Z. */
export function useUndoableEdit() {
  const client = useQueryClient();

  async function undo(undoId: number) {
    forget();
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
  }

  return (message: string, undoId: number, options: ExternalToast = {}) => {
    const start = () => void undo(undoId);
    undoLatest = start;
    window.addEventListener("keydown", onKeyDown);
    notifySuccess(message, {
      duration: TOAST_MS,
      action: { label: "Desfazer", onClick: start },
      ...options,
    });
  };
}

function forget() {
  undoLatest = null;
  window.removeEventListener("keydown", onKeyDown);
}
