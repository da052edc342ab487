"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ReceiversField } from "@/components/session/receivers-field";
import { useTeam } from "@/components/session/team.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { TeamPerson } from "@/lib/contracts/accounts/team";
import { describeBelongings } from "./describe-belongings";
import { handoverMutations, handoverQueries } from "./team.queries";
import { useHandoverUndo } from "./use-handover-undo";

interface HandoverDialogProps {
  person: TeamPerson;
  onClose: () => void;
}

/** Hands over a person's leads, conversations and open tasks to one person, to several in turn, or to nobody. */
export function HandoverDialog({ person, onClose }: HandoverDialogProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const { people } = useTeam();
  const belongings = useQuery(handoverQueries.belongings(person.id));
  const make = useMutation(handoverMutations.make(useQueryClient()));
  const undo = useHandoverUndo();
  const others = people.filter(({ id, suspended_at }) => id !== person.id && suspended_at === null);
  const { data } = belongings;
  const isEmpty = data && data.leads + data.conversations + data.tasks === 0;

  const submit = () =>
    make.mutate(
      { id: person.id, to_ids: chosen },
      {
        onSuccess: ({ handover }) => {
          notifySuccess(`Passado adiante: ${describeBelongings(handover)}.`, {
            action: { label: "Desfazer", onClick: () => undo.mutate(handover.id) },
          });
          onClose();
        },
      },
    );

  return (
    <FormDialog
      title={`Passar o que é de ${person.name}`}
      description="Leads, conversas e tarefas abertas. Dá para desfazer por 30 dias."
      isDirty={chosen.length > 0}
      disabled={!data || isEmpty}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={chosen.length === 0 ? "Deixar sem ninguém" : "Passar"}
      isPending={make.isPending}
    >
      {belongings.isError && !data ? (
        <ErrorState title="Erro ao contar" onRetry={belongings.refetch} />
      ) : data ? (
        <p className="mb-4 text-sm">
          {isEmpty ? `Nada está com ${person.name}.` : `${describeBelongings(data)}.`}
        </p>
      ) : (
        <Skeleton className="mb-4 h-5 w-48" />
      )}
      {!isEmpty && others.length > 0 && (
        <ReceiversField people={others} chosen={chosen} onChange={setChosen} />
      )}
    </FormDialog>
  );
}
