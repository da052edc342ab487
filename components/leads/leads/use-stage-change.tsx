"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useBulkUndo } from "@/components/leads/edits/use-undoable-edit";
import { notifyError } from "@/components/shared/feedback/notify";
import { rememberChange } from "@/components/shared/state/undo-stack";
import { errorCopy } from "@/lib/error-copy";
import { leadMutations } from "./leads.queries";
import { LossReasonDialog } from "./loss-reason-dialog";
import { toStageChange } from "./stage-choice";
import { useStages } from "./stages.queries";

interface StageChange {
  /** Moves the lead to the chosen stage; a stage that means a loss first asks for the reason. */
  choose: (choice: string) => void;
  /** The choice, until the server has answered. */
  asked: string | null;
  /** The question about the loss, while it is open. */
  question: ReactNode;
}

export function useStageChange(leadId: number, onDone?: () => void): StageChange {
  const stages = useStages();
  const undo = useBulkUndo();
  const [losing, setLosing] = useState<string | null>(null);
  const { mutate, isPending, variables } = useMutation({
    ...leadMutations.setStatusOfSelected(useQueryClient()),
    onSuccess: ({ locked, undo_id }) => {
      rememberChange(() => void undo(undo_id));
      if (locked > 0) notifyError(errorCopy.contact_blocked);
    },
  });
  const put = (choice: string, lossReasonId?: number) => {
    mutate({
      lead_ids: [leadId],
      ...toStageChange(choice),
      ...(lossReasonId !== undefined && { loss_reason_id: lossReasonId }),
    });
    onDone?.();
  };
  const pending = isPending ? String(variables.stage_id ?? variables.status) : null;
  return {
    choose: (choice) => {
      const stage = stages.find(({ id }) => String(id) === choice);
      if (stage?.meaning === "lost") setLosing(choice);
      else put(choice);
    },
    asked: pending ?? losing,
    question: losing !== null && (
      <LossReasonDialog
        onChoose={(reasonId) => {
          setLosing(null);
          put(losing, reasonId ?? undefined);
        }}
        onClose={() => {
          setLosing(null);
          onDone?.();
        }}
      />
    ),
  };
}
