"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Merge } from "lucide-react";
import { useState } from "react";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { MergeCandidate } from "@/lib/contracts/leads/lead-merges";
import {
  listChoices,
  MERGE_KEPT_DAYS,
  type MergeChoices,
  pickSurvivor,
  pickValues,
} from "@/lib/domain/leads/lead-merge";
import { errorText } from "@/lib/error-text";
import { countOf, formatDate } from "@/lib/format";
import { MergeChoice } from "./merge-choice";
import { labelMergeField, showMergeValue } from "./merge-value";
import { mergeMutations, mergeQueries } from "./merges.queries";
import { notifyMerged, useUndoMerge } from "./use-undo-merge";

interface MergeDialogProps {
  leadIds: readonly number[];
  onMerged: (survivorId: number) => void;
  onClose: () => void;
}

/** Leads side by side: which one stays, and whose value each field has. */
export function MergeDialog({ leadIds, onMerged, onClose }: MergeDialogProps) {
  const [chosenSurvivor, setSurvivor] = useState<number | null>(null);
  const [chosen, setChosen] = useState<MergeChoices>({});
  const undo = useUndoMerge();
  const merge = useMutation({
    ...mergeMutations.merge(useQueryClient()),
    onSuccess: ({ id, survivor_id, names }) => {
      notifyMerged(`Juntado com ${names.join(", ")}.`, () => undo.mutate(id));
      onMerged(survivor_id);
    },
  });
  // Once they are one lead there is nothing to compare: a live refresh would ask for those that are gone.
  const isOpen = merge.isIdle || merge.isError;
  const comparison = useQuery({ ...mergeQueries.comparison(leadIds), enabled: isOpen });
  const leads = comparison.data?.leads ?? [];
  const survivorId = chosenSurvivor ?? (leads.length > 0 ? pickSurvivor(leads) : 0);
  return (
    <Modal
      title={`Juntar ${countOf(leadIds.length, "lead", "leads")}`}
      description={`Eles viram um só. Dá para desfazer por ${MERGE_KEPT_DAYS} dias.`}
      onClose={onClose}
      isDirty={Object.keys(chosen).length > 0 && !merge.isSuccess}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            loading={merge.isPending}
            disabled={leads.length === 0}
            onClick={() =>
              merge.mutate({ lead_ids: [...leadIds], survivor_id: survivorId, choices: chosen })
            }
          >
            {!merge.isPending && <Merge aria-hidden />}
            Juntar
          </Button>
        </div>
      }
    >
      {comparison.isError ? (
        <ErrorState
          title="Não foi possível comparar os leads"
          detail={errorText(comparison.error)}
          onRetry={comparison.refetch}
          retrying={comparison.isFetching}
        />
      ) : leads.length === 0 ? (
        <div className="space-y-3" aria-busy>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <Choices
          leads={leads}
          survivorId={survivorId}
          chosen={chosen}
          onSurvivor={setSurvivor}
          onChoose={(field, id) => setChosen({ ...chosen, [field]: id })}
        />
      )}
    </Modal>
  );
}

interface ChoicesProps {
  leads: readonly MergeCandidate[];
  survivorId: number;
  chosen: MergeChoices;
  onSurvivor: (id: number) => void;
  onChoose: (field: string, id: number) => void;
}

function Choices({ leads, survivorId, chosen, onSurvivor, onChoose }: ChoicesProps) {
  const fields = useOwnFields();
  const choices = { ...pickValues(leads, survivorId), ...chosen };
  const differing = listChoices(leads).filter(
    (field) => new Set(leads.map((lead) => showMergeValue(lead, field, fields))).size > 1,
  );
  return (
    <div className="space-y-5">
      <MergeChoice
        legend="Lead que fica"
        options={leads.map((lead) => ({
          id: lead.id,
          label: lead.name,
          detail: `${lead.contacted_at ? "já contatado" : "nunca contatado"} · criado em ${formatDate(lead.created_at)}`,
        }))}
        chosen={survivorId}
        onChoose={onSurvivor}
      />
      {differing.map((field) => (
        <MergeChoice
          key={field}
          legend={labelMergeField(field, fields)}
          options={leads.map((lead) => ({
            id: lead.id,
            label: showMergeValue(lead, field, fields) || "—",
            detail: field === "whatsapp" && lead.blocked ? "pediu para não receber mensagens" : "",
          }))}
          chosen={choices[field] ?? survivorId}
          onChoose={(id) => onChoose(field, id)}
        />
      ))}
      <p className="text-pretty text-muted-foreground text-sm">
        Listas e etiquetas são reunidas. Tarefas, notas, histórico, buscas e campanhas dos outros
        vão para o lead que fica, e a API acha os leads juntados pelo número e pelo id de antes.
        Quem pediu para não receber mensagens continua sem receber.
      </p>
    </div>
  );
}
