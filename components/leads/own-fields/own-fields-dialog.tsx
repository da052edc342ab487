"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { MOST_OWN_FIELDS, OWN_FIELD_KIND_LABEL } from "@/lib/domain/leads/own-fields";
import { countOf, formatDate } from "@/lib/format";
import { OwnFieldForm } from "./own-field-form";
import { ownFieldMutations, ownFieldsQuery } from "./own-fields.queries";

type Task = { kind: "edit"; field: OwnField | null } | { kind: "remove"; field: OwnField };

/** The account's own fields: adding, renaming, ordering, deleting and restoring them. */
export function OwnFieldsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(ownFieldsQuery());
  const [task, setTask] = useState<Task | null>(null);
  const [isDirty, setIsDirty] = useState(false);
  const { mutate: reorder } = useMutation(ownFieldMutations.reorder(client));
  const { mutate: restore } = useMutation({
    ...ownFieldMutations.restore(client),
    onSuccess: ({ own_field }) => notifySuccess(`Campo ${own_field.name} recuperado.`),
  });
  const all = query.data?.own_fields ?? [];
  const deleted = query.data?.deleted ?? [];
  const done = () => {
    setTask(null);
    setIsDirty(false);
  };

  function move(at: number, by: -1 | 1) {
    const ids = all.map(({ id }) => id);
    const [moved] = ids.splice(at, 1);
    if (moved === undefined) return;
    ids.splice(at + by, 0, moved);
    reorder(ids);
  }

  return (
    <Modal
      title="Campos dos leads"
      description="O que você guarda de cada lead, além do que todos têm."
      onClose={onClose}
      isDirty={isDirty}
      footer={
        task === null && (
          <Button
            variant="outline"
            className="w-full"
            disabled={all.length >= MOST_OWN_FIELDS}
            onClick={() => setTask({ kind: "edit", field: null })}
          >
            <Plus aria-hidden />
            Novo campo
          </Button>
        )
      }
    >
      {task?.kind === "edit" ? (
        <OwnFieldForm field={task.field} onDirty={setIsDirty} onDone={done} />
      ) : task?.kind === "remove" ? (
        <Removal field={task.field} onRestore={restore} onDone={done} />
      ) : query.isError ? (
        <ErrorState
          title="Não foi possível carregar os campos"
          onRetry={query.refetch}
          retrying={query.isFetching}
          className="py-4"
        />
      ) : query.data ? (
        <>
          {all.length === 0 && (
            <p className="py-4 text-muted-foreground text-sm">
              Nenhum campo ainda. Crie o primeiro: cargo, frota, data de abertura…
            </p>
          )}
          <ol className="divide-y divide-border">
            {all.map((field, at) => (
              <li key={field.id} className="flex items-center gap-1 py-2">
                <div className="min-w-0 flex-1">
                  <p className="truncate font-medium text-sm">{field.name}</p>
                  <p className="mt-0.5 text-muted-foreground text-xs">
                    {OWN_FIELD_KIND_LABEL[field.kind]} · {countOf(field.leads, "lead", "leads")}
                  </p>
                </div>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Subir ${field.name}`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Descer ${field.name}`}
                  disabled={at === all.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Editar ${field.name}`}
                  onClick={() => setTask({ kind: "edit", field })}
                >
                  <Pencil aria-hidden />
                </Button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Excluir ${field.name}`}
                  onClick={() => setTask({ kind: "remove", field })}
                >
                  <Trash2 aria-hidden />
                </Button>
              </li>
            ))}
          </ol>
          {deleted.length > 0 && (
            <section aria-label="Excluídos" className="mt-4">
              <h3 className="font-semibold text-sm">Excluídos nos últimos 30 dias</h3>
              <ul className="divide-y divide-border">
                {deleted.map((field) => (
                  <li key={field.id} className="flex items-center gap-2 py-2">
                    <div className="min-w-0 flex-1">
                      <p className="truncate text-sm">{field.name}</p>
                      <p className="text-muted-foreground text-xs">
                        {formatDate(field.deleted_at)} · {countOf(field.leads, "valor", "valores")}
                      </p>
                    </div>
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={`Recuperar ${field.name}`}
                      onClick={() => restore(field.id)}
                    >
                      <Undo2 aria-hidden />
                      Recuperar
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </Modal>
  );
}

interface RemovalProps {
  field: OwnField;
  onRestore: (id: number) => void;
  onDone: () => void;
}

function Removal({ field, onRestore, onDone }: RemovalProps) {
  const remove = useMutation({
    ...ownFieldMutations.remove(useQueryClient()),
    onSuccess: () => {
      notifySuccess(`Campo ${field.name} excluído.`, {
        action: { label: "Desfazer", onClick: () => onRestore(field.id) },
      });
      onDone();
    },
  });
  return (
    <div className="space-y-4">
      <p className="text-sm">
        Excluir o campo <strong className="break-words">{field.name}</strong>?{" "}
        {field.leads === 0
          ? "Nenhum lead tem valor nele."
          : `${countOf(field.leads, "valor vai", "valores vão")} junto.`}{" "}
        Por 30 dias dá para recuperar tudo.
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onDone}>
          Cancelar
        </Button>
        <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate(field.id)}>
          Excluir campo
        </Button>
      </div>
    </div>
  );
}
