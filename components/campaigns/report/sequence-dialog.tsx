"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  campaignMutations,
  campaignQueries,
} from "@/components/campaigns/activities/campaigns.queries";
import { parseMessageVariants } from "@/components/campaigns/activities/message-variants";
import { toStepValues } from "@/components/campaigns/editor/campaign-values";
import type { StepErrors } from "@/components/campaigns/editor/step-editor";
import { StepsEditor } from "@/components/campaigns/editor/steps-editor";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import type { Activity } from "@/lib/contracts/campaigns/activities";
import type { FollowUpStep } from "@/lib/domain/campaigns/sequence";
import { isError } from "@/lib/error-text";
import { countOf } from "@/lib/format";

interface SequenceDialogProps {
  activity: Activity;
  onClose: () => void;
}

/** Changes the later messages of a campaign: sent messages stay, future ones change. */
export function SequenceDialog({ activity, onClose }: SequenceDialogProps) {
  const [begun] = useState<FollowUpStep[]>(() => activity.steps.map(toStepValues));
  const [steps, setSteps] = useState(begun);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const known = useQuery(campaignQueries.steps(activity.id));
  const saving = useMutation(campaignMutations.changeSteps(useQueryClient(), activity.id));

  function save() {
    saving.mutate(
      { steps },
      {
        onSuccess: ({ changed }) => {
          notifySuccess(
            changed === 0
              ? "Sequência salva."
              : `Sequência salva: muda para ${countOf(changed, "pessoa", "pessoas")}.`,
          );
          onClose();
        },
        onError: (error) => {
          if (isError(error, "invalid_input")) setFields(error.fields ?? {});
        },
      },
    );
  }

  const people = steps.map((_step, at) => {
    const waiting = known.data?.steps[at]?.waiting ?? 0;
    return waiting === 0
      ? ""
      : `Mudar este passo muda para ${countOf(waiting, "pessoa", "pessoas")}.`;
  });
  return (
    <Modal
      title="Editar sequência"
      description="O que já foi enviado fica. Quem espera um passo recebe o que ele diz agora."
      onClose={onClose}
      isDirty={JSON.stringify(steps) !== JSON.stringify(begun)}
      footer={
        <Button onClick={save} loading={saving.isPending}>
          Salvar sequência
        </Button>
      }
    >
      <div className="-mx-5 -my-5">
        <StepsEditor
          steps={steps}
          onChange={(next) => {
            setSteps(next);
            setFields({});
          }}
          first={parseMessageVariants(activity.message)?.[0] ?? ""}
          errors={steps.map((step, at) => readErrors(fields, step, at))}
          pacing={activity.pacing}
          startsAt={activity.next_run_at}
          people={people}
        />
      </div>
    </Modal>
  );
}

function readErrors(
  fields: Readonly<Record<string, string>>,
  { messages }: FollowUpStep,
  at: number,
): StepErrors {
  const of = (name: string) => fields[`steps.${at}.${name}`];
  return {
    messages: messages.map((_text, index) => of(`messages.${index}`)),
    all: of("messages"),
    wait_days: of("wait_days"),
    window_from: of("window_from"),
    window_to: of("window_to"),
  };
}
