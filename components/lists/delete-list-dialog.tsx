"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { List } from "@/lib/contracts/leads/lists";
import { errorText, isError } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { listMutations, listQueries } from "./lists.queries";

interface DeleteListDialogProps {
  list: List;
  onClose: () => void;
}

/** Asks for confirmation and says how many leads would be deleted. */
export function DeleteListDialog({ list, onClose }: DeleteListDialogProps) {
  const client = useQueryClient();
  const deletion = useQuery(listQueries.deletion(list.id));
  const removal = useMutation(listMutations.remove(client, list.id));

  function remove() {
    removal.mutate(undefined, {
      onSuccess: () => {
        notifySuccess("Lista excluída com sucesso!");
        onClose();
      },
      onError: (error) => {
        notifyError("Erro ao excluir lista", { description: errorText(error) });
        if (isError(error, "not_found")) onClose();
      },
    });
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
            <li>{describeDeletedLeads(deletion.data.leads_deleted)}</li>
            {deletion.data.leads_kept > 0 && <li>{describeKeptLeads(deletion.data.leads_kept)}</li>}
            {list.status === "processing" && <li>A busca em andamento para.</li>}
          </ul>
        )}
      </div>
      <div className="mt-5 flex justify-end gap-2">
        <Button variant="outline" size="lg" onClick={onClose} disabled={removal.isPending}>
          Cancelar
        </Button>
        <Button
          variant="danger"
          size="lg"
          onClick={remove}
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

function describeKeptLeads(count: number): string {
  return count === 1
    ? "1 lead fica, porque também está em outra lista."
    : `${countOf(count, "", "leads ficam")}, porque também estão em outra lista.`;
}
