"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { ListDialog } from "@/components/shared/forms/list-dialog";
import { Button } from "@/components/ui/button";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { MOST_OWN_FIELDS, OWN_FIELD_KIND_LABEL } from "@/lib/domain/leads/own-fields";
import { countOf, formatDate } from "@/lib/format";
import { OwnFieldForm } from "./own-field-form";
import { ownFieldMutations, ownFieldsQuery } from "./own-fields.queries";

/** The account's own fields: adding, renaming, ordering, deleting and restoring them. */
export function OwnFieldsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(ownFieldsQuery());
  const { mutate: reorder } = useMutation(ownFieldMutations.reorder(client));
  const { mutate: restore } = useMutation({
    ...ownFieldMutations.restore(client),
    onSuccess: ({ own_field }) => notifySuccess(`Campo ${own_field.name} recuperado.`),
  });
  const deleted = query.data?.deleted ?? [];
  return (
    <ListDialog
      title="Campos dos leads"
      description="O que você guarda de cada lead, além do que todos têm."
      onClose={onClose}
      query={query}
      failure="Não foi possível carregar os campos"
      items={query.data?.own_fields}
      most={MOST_OWN_FIELDS}
      addLabel="Novo campo"
      removeLabel="Excluir"
      empty="Nenhum campo ainda. Crie o primeiro: cargo, frota, data de abertura…"
      onReorder={reorder}
      renderRow={(field) => (
        <>
          <p className="truncate font-medium text-sm">{field.name}</p>
          <p className="mt-0.5 text-muted-foreground text-xs">
            {OWN_FIELD_KIND_LABEL[field.kind]} · {countOf(field.leads, "lead", "leads")}
          </p>
        </>
      )}
      renderForm={(field, form) => <OwnFieldForm field={field} {...form} />}
      renderRemoval={(field, onDone) => (
        <Removal field={field} onRestore={restore} onDone={onDone} />
      )}
    >
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
    </ListDialog>
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
