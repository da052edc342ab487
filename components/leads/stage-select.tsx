"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { Lead } from "@/lib/contracts/leads/leads";
import { errorCopy } from "@/lib/error-copy";
import { errorText } from "@/lib/error-text";
import { leadMutations } from "./leads.queries";
import { LossReasonDialog } from "./loss-reason-dialog";
import { getStageChoice, listStageChoices, toStageChange } from "./stage-choice";
import { useStages } from "./stages.queries";

/** Changes a lead's stage where it is shown, and asks why when it is lost. */
export function StageSelect({ lead }: { lead: Lead }) {
  const stages = useStages();
  const [losing, setLosing] = useState<string | null>(null);
  const { mutate, isPending, variables } = useMutation({
    ...leadMutations.setStatusOfSelected(useQueryClient()),
    onSuccess: ({ locked }) => {
      if (locked > 0) notifyError(errorCopy.contact_blocked);
    },
    onError: (error) => notifyError(errorText(error)),
  });
  if (stages.length === 0) return <Skeleton className="h-9 w-40" />;
  const put = (choice: string, lossReasonId?: number) =>
    mutate({
      lead_ids: [lead.id],
      ...toStageChange(choice),
      ...(lossReasonId !== undefined && { loss_reason_id: lossReasonId }),
    });
  const asked = isPending ? (variables.stage_id ?? variables.status) : undefined;
  return (
    <>
      <NativeSelect
        aria-label="Status do lead"
        className="h-9 w-40"
        value={String(asked ?? losing ?? getStageChoice(lead))}
        disabled={isPending}
        onChange={({ target: { value } }) => {
          const stage = stages.find(({ id }) => String(id) === value);
          if (stage?.meaning === "lost") setLosing(value);
          else put(value);
        }}
      >
        {listStageChoices(stages).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      {losing !== null && (
        <LossReasonDialog
          onChoose={(reasonId) => {
            setLosing(null);
            put(losing, reasonId ?? undefined);
          }}
          onClose={() => setLosing(null)}
        />
      )}
    </>
  );
}
