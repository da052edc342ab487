"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { leadMutations } from "@/components/leads/leads.queries";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { isTyping } from "@/components/shared/table/is-typing";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import type { LeadCell, Typed } from "./lead-cells";

/** So many edits can be taken back. */
const MOST_UNDONE = 50;

interface Edit {
  lead: ListedLead;
  cell: LeadCell;
  typed: Typed;
}

/** Saves values that were typed into cells. Ctrl+Z gives the last changed one its former value back. */
export function useLeadEdits(onRefused: (edit: Edit, reason: string) => void) {
  const { mutate } = useMutation(leadMutations.change(useQueryClient()));
  const done = useRef<{ lead: ListedLead; cell: LeadCell }[]>([]);

  const undo = useCallback(() => {
    const last = done.current.pop();
    const before = last?.cell.read(last.cell.typed);
    if (!last || !before?.ok) return;
    mutate(
      { id: last.lead.id, change: before.change, shown: before.shown },
      {
        onSuccess: () => notifySuccess(`Desfeito: ${last.cell.label} de ${last.lead.name}.`),
        onError: (error) => notifyError(errorText(error)),
      },
    );
  }, [mutate]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z";
      if (!isUndo || isTyping(event.target) || done.current.length === 0) return;
      event.preventDefault();
      undo();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [undo]);

  /** An unchanged value is not saved. */
  function save(edit: Edit): void {
    const { lead, cell, typed } = edit;
    if (JSON.stringify(typed) === JSON.stringify(cell.typed)) return;
    const read = cell.read(typed);
    if (!read.ok) return;
    const entry = { lead, cell };
    done.current = [...done.current, entry].slice(-MOST_UNDONE);
    mutate(
      { id: lead.id, change: read.change, shown: read.shown },
      {
        onError: (error) => {
          done.current = done.current.filter((each) => each !== entry);
          onRefused(edit, findReason(error));
        },
      },
    );
  }

  return { save };
}

/** What the server says of the value, before what it says of the request. */
function findReason(error: Error): string {
  const [ofField] = error instanceof AppError ? Object.values(error.fields ?? {}) : [];
  return ofField ?? errorText(error);
}
