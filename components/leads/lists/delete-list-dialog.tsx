"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { List } from "@/lib/contracts/leads/lists";
import type { KeptBecause } from "@/lib/domain/leads/lead-list";
import { lookUp } from "@/lib/domain/text/known-words";
import { isError } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { listMutations, listQueries } from "./lists.queries";

interface DeleteListDialogProps {
  list: List;
  onClose: () => void;
}

/** Asks for confirmation, shows the effect on the leads, and offers to delete only the list. */
export function DeleteListDialog({ list, onClose }: DeleteListDialogProps) {
  const client = useQueryClient();
  const deletion = useQuery(listQueries.deletion(list.id));
  const removal = useMutation(listMutations.remove(client, list.id));

  const goes = deletion.data?.leads_deleted ?? 0;

  function remove(keepLeads: boolean) {
    removal.mutate(
      { keepLeads },
      {
        onSuccess: () => {
          notifySuccess("Lista excluída com sucesso!");
          onClose();
        },
        onError: (error) => {
          if (isError(error, "not_found")) onClose();
        },
      },
    );
  }

  return (
    <Modal
      title="Excluir lista"
      description={`Tem certeza que deseja excluir a lista "${list.name}"? Esta ação não pode ser desfeita.`}
      onClose={() => !removal.isPending && onClose()}
    >
      <div className="min-h-12 text-sm" aria-live="polite">
        {deletion.isPending && <Skeleton className="h-5 w-64 max-w-full" />}
        {deletion.isError && (
          <ErrorState
            title="Não foi possível contar os leads da lista"
            onRetry={deletion.refetch}
            retrying={deletion.isFetching}
            className="py-2"
          />
        )}
        {deletion.data && (
          <ul className="list-disc space-y-1 pl-5">
            <li>
              {describeDeletedLeads(goes)}
              {goes > 0 && (
                <span className="block break-words text-muted-foreground">
                  {nameSome(deletion.data.deleted_names, goes)}
                </span>
              )}
            </li>
            {deletion.data.kept.map(({ reason, count }) => (
              <li key={reason}>{describeKeptLeads(reason, count)}</li>
            ))}
            {list.status === "processing" && <li>A busca em andamento para.</li>}
          </ul>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="outline" size="lg" onClick={onClose} disabled={removal.isPending}>
          Cancelar
        </Button>
        {goes > 0 && (
          <Button
            variant="outline"
            size="lg"
            onClick={() => remove(true)}
            disabled={removal.isPending}
          >
            Apagar só a lista
          </Button>
        )}
        <Button
          variant="danger"
          size="lg"
          onClick={() => remove(false)}
          loading={removal.isPending}
          disabled={deletion.isPending}
        >
          {removal.isPending ? "Excluindo..." : "Sim"}
        </Button>
      </div>
    </Modal>
  );
}

function describeDeletedLeads(count: number): string {
  if (count === 0) return "Nenhum lead é excluído.";
  return `${countOf(count, "lead é excluído", "leads são excluídos")} com a lista.`;
}

function nameSome(names: readonly string[], total: number): string {
  const rest = total - names.length;
  return rest > 0 ? `${names.join(", ")} e mais ${formatNumber(rest)}.` : `${names.join(", ")}.`;
}

/** Why one lead stays, and several. */
const KEPT: Record<KeptBecause, [one: string, several: string]> = {
  other_list: ["também está em outra lista", "também estão em outra lista"],
  contacted: ["já foi contatado", "já foram contatados"],
  made_by_hand: ["foi cadastrado à mão", "foram cadastrados à mão"],
  edited: ["foi editado", "foram editados"],
};

function describeKeptLeads(reason: KeptBecause, count: number): string {
  const [one, several] = lookUp(KEPT, reason, ["", ""]);
  const because = (why: string) => (why === "" ? "." : `, porque ${why}.`);
  return count === 1
    ? `1 lead fica${because(one)}`
    : `${countOf(count, "", "leads ficam")}${because(several)}`;
}
