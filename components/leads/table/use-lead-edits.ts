"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { leadMutations } from "@/components/leads/leads/leads.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { rememberChange } from "@/components/shared/state/undo-stack";
import type { ListedLead } from "@/lib/contracts/leads/leads";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import type { LeadCell, Typed } from "./lead-cells";

interface Edit {
  lead: ListedLead;
  cell: LeadCell;
  typed: Typed;
}

/** Why a value is not taken, and the lead that has it already. */
export interface Refusal {
  reason: string;
  existingId?: number | undefined;
}

/** Saves values that were typed into cells. Ctrl+Z restores the former value of the last changed cell. */
export function useLeadEdits(onRefused: (edit: Edit, refusal: Refusal) => void) {
  const change = leadMutations.change(useQueryClient());
  const { mutateAsync } = useMutation({ ...change, meta: { failure: null } });
  const undoing = useMutation(change);

  async function undo({ lead, cell }: Edit) {
    const before = cell.read(cell.typed);
    if (!before.ok) return;
    await undoing.mutateAsync({ id: lead.id, change: before.change, shown: before.shown }).then(
      () => notifySuccess(`Desfeito: ${cell.label} de ${lead.name}.`),
      () => undefined,
    );
  }

  /** An unchanged value is not saved. */
  async function save(edit: Edit): Promise<void> {
    const { lead, cell, typed } = edit;
    if (JSON.stringify(typed) === JSON.stringify(cell.typed)) return;
    const read = cell.read(typed);
    if (!read.ok) return;
    const remembered = rememberChange(() => void undo(edit));
    try {
      await mutateAsync({ id: lead.id, change: read.change, shown: read.shown });
    } catch (error) {
      remembered.forget();
      onRefused(edit, toRefusal(error));
    }
  }

  return { save };
}

/** The server's error for the value, or else its error for the request. */
function toRefusal(error: unknown): Refusal {
  if (!(error instanceof AppError)) return { reason: errorText(error) };
  const [ofField] = Object.values(error.fields ?? {});
  return { reason: ofField ?? errorText(error), existingId: error.existingId };
}
