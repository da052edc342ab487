"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Import, ImportUndo } from "@/lib/contracts/leads/imports";
import { errorText } from "@/lib/error-text";
import { countOf, formatDateTime } from "@/lib/format";
import { importMutations, importQueries } from "./imports.queries";

interface UndoImportDialogProps {
  item: Import;
  onClose: () => void;
}

/** Shows the effect of undoing an import before it is done. */
export function UndoImportDialog({ item, onClose }: UndoImportDialogProps) {
  const preview = useQuery(importQueries.undo(item.id));
  const undo = useMutation(importMutations.undo(useQueryClient()));

  function start() {
    undo.mutate(item.id, {
      onSuccess: () => {
        notifySuccess("Desfazendo a importação. Acompanhe o andamento em Importações recentes.");
        onClose();
      },
    });
  }

  return (
    <Modal
      title="Desfazer importação"
      description={item.file_name}
      onClose={onClose}
      footer={
        <Button
          variant="danger"
          size="lg"
          className="w-full"
          disabled={!preview.data}
          loading={undo.isPending}
          onClick={start}
        >
          Desfazer importação
        </Button>
      }
    >
      {preview.isPending && <Skeleton className="h-28 w-full" />}
      {preview.isError && (
        <ErrorState
          title="Não foi possível conferir"
          detail={errorText(preview.error)}
          onRetry={preview.refetch}
          retrying={preview.isFetching}
        />
      )}
      {preview.data && <Preview undo={preview.data} />}
    </Modal>
  );
}

function Preview({ undo }: { undo: ImportUndo }) {
  return (
    <div className="space-y-3 text-sm">
      <ul aria-label="O que vai acontecer" className="list-disc space-y-1.5 pl-5">
        <li>{countOf(undo.deleted, "lead será excluído", "leads serão excluídos")}.</li>
        {undo.restored > 0 && (
          <li>
            {countOf(undo.restored, "lead volta ao que era", "leads voltam ao que eram")}; o que
            alguém mudou depois fica.
          </li>
        )}
        {undo.kept > 0 && (
          <li>
            {countOf(undo.kept, "lead novo fica", "leads novos ficam")}, porque alguém já trabalhou
            com {undo.kept === 1 ? "ele" : "eles"}: <KeptNames {...undo} />.
          </li>
        )}
        {undo.list && (
          <li>
            A lista {undo.list.name} {undo.kept > 0 ? "fica, com eles" : "é excluída"}.
          </li>
        )}
        {undo.fields.length > 0 && <li>{describeFields(undo.fields)}</li>}
      </ul>
      <p className="text-muted-foreground">
        Pode ser desfeita até {formatDateTime(undo.until)}. Os leads excluídos podem ser restaurados
        por 10 minutos na tela de leads.
      </p>
    </div>
  );
}

/** The first names of leads that stay, and how many more there are. */
function KeptNames({ kept, kept_names }: { kept: number; kept_names: readonly string[] }) {
  const more = kept - kept_names.length;
  return (
    <>
      {kept_names.join(", ")}
      {more > 0 && ` e mais ${more}`}
    </>
  );
}

/** Own fields that an import created stay after it is undone. */
function describeFields(fields: readonly string[]): string {
  return fields.length === 1
    ? `O campo ${fields[0]}, criado pela importação, fica.`
    : `Os campos ${fields.join(", ")}, criados pela importação, ficam.`;
}
