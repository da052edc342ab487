"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useUndoableEdit } from "@/components/leads/edits/use-undoable-edit";
import { leadMutations } from "@/components/leads/leads/leads.queries";
import { LossReasonDialog } from "@/components/leads/leads/loss-reason-dialog";
import { notifyError } from "@/components/shared/feedback/notify";
import { DropdownMenu } from "@/components/ui/dropdown-menu";
import type { Stage } from "@/lib/contracts/leads/stages";
import { errorCopy } from "@/lib/error-copy";

interface MoveMenuProps {
  lead: { id: number; name: string };
  /** Those that it can be moved to. */
  stages: readonly Stage[];
  trigger: ReactElement<{ [name: string]: unknown }>;
}

/** Moves a lead to another stage, asks for the reason of a loss, and undoes the move. */
export function MoveMenu({ lead, stages, trigger }: MoveMenuProps) {
  const [losing, setLosing] = useState<number | null>(null);
  const tell = useUndoableEdit();
  const { mutate } = useMutation({
    ...leadMutations.setStatusOfSelected(useQueryClient()),
    onSuccess: ({ locked, undo_id }, { stage_id }) => {
      if (locked > 0) return notifyError(errorCopy.contact_blocked);
      tell(`${lead.name} → ${stages.find(({ id }) => id === stage_id)?.name}`, undo_id);
    },
  });
  function put(stageId: number, lossReasonId: number | null = null) {
    mutate({
      lead_ids: [lead.id],
      stage_id: stageId,
      ...(lossReasonId !== null && { loss_reason_id: lossReasonId }),
    });
  }
  return (
    <>
      <DropdownMenu
        align="end"
        entries={[
          { kind: "label", label: "Mover para…" },
          ...stages.map(({ id, name, meaning }) => ({
            kind: "action" as const,
            label: name,
            onSelect: () => (meaning === "lost" ? setLosing(id) : put(id)),
          })),
        ]}
        trigger={trigger}
      />
      {losing !== null && (
        <LossReasonDialog
          onChoose={(reasonId) => {
            setLosing(null);
            put(losing, reasonId);
          }}
          onClose={() => setLosing(null)}
        />
      )}
    </>
  );
}
