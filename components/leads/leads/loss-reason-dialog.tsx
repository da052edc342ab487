"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCan } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { LOSS_REASON_MAX_LENGTH } from "@/lib/domain/leads/stages";
import { stageMutations, stageQueries } from "./stages.queries";

interface LossReasonDialogProps {
  /** Null is no reason. */
  onChoose: (reasonId: number | null) => void;
  onClose: () => void;
}

/** Asks once why a deal was lost: one click, or a reason that the user types. */
export function LossReasonDialog({ onChoose, onClose }: LossReasonDialogProps) {
  const manages = useCan("manager");
  const reasons = useQuery(stageQueries.lossReasons());
  const add = useMutation(stageMutations.addReason(useQueryClient()));
  const [name, setName] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() === "") return;
    add.mutate({ name }, { onSuccess: ({ loss_reason }) => onChoose(loss_reason.id) });
  }

  return (
    <Modal
      title="Por que o negócio foi perdido?"
      description="O motivo aparece no lead e nos relatórios."
      onClose={onClose}
      isDirty={name.trim() !== ""}
      footer={
        <Button variant="ghost" className="w-full" onClick={() => onChoose(null)}>
          Sem motivo
        </Button>
      }
    >
      {reasons.isError ? (
        <ErrorState
          title="Não foi possível carregar os motivos"
          onRetry={reasons.refetch}
          retrying={reasons.isFetching}
          className="py-4"
        />
      ) : (
        <ul className="flex flex-wrap gap-2" aria-busy={reasons.isPending}>
          {reasons.data?.map((reason) => (
            <li key={reason.id}>
              <Button variant="outline" onClick={() => onChoose(reason.id)}>
                {reason.name}
              </Button>
            </li>
          )) ?? <Skeleton className="h-10 w-full" />}
        </ul>
      )}
      {manages && (
        <form onSubmit={submit} className="mt-4 flex gap-2">
          <Input
            aria-label="Outro motivo"
            placeholder="Outro motivo"
            value={name}
            maxLength={LOSS_REASON_MAX_LENGTH}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" variant="outline" loading={add.isPending}>
            {!add.isPending && <Plus aria-hidden />}
            Usar
          </Button>
        </form>
      )}
    </Modal>
  );
}
