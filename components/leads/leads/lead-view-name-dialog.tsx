"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { LeadViewName, type LeadViewSettings } from "@/lib/contracts/leads/lead-views";
import { LEAD_VIEW_NAME_MAX_LENGTH } from "@/lib/domain/leads/lead-view";
import { leadViewMutations } from "./lead-views.queries";

interface LeadViewNameDialogProps {
  /** Null keeps the settings under a new name. */
  view: { id: number; name: string } | null;
  settings: LeadViewSettings;
  onClose: () => void;
}

export function LeadViewNameDialog({ view, settings, onClose }: LeadViewNameDialogProps) {
  const form = useSchemaForm(LeadViewName, { name: view?.name ?? "" });
  const { errors, isDirty } = form.formState;
  const save = useMutation({
    ...leadViewMutations.save(useQueryClient()),
    meta: { failure: formFailure(form) },
  });

  const submit = form.handleSubmit(({ name }) =>
    save.mutate(
      { id: view?.id ?? null, view: { name, settings } },
      {
        onSuccess: () => {
          notifySuccess(view ? "Visão renomeada!" : "Visão salva!");
          onClose();
        },
      },
    ),
  );

  return (
    <FormDialog
      title={view ? "Renomear visão" : "Salvar visão"}
      description={
        view
          ? "A busca, os filtros, a ordem e as colunas continuam os mesmos."
          : "Guarda a busca, os filtros, a ordem e as colunas de agora."
      }
      onClose={onClose}
      isDirty={isDirty}
      onSubmit={submit}
      submitLabel="Salvar"
      isPending={save.isPending}
    >
      <Field label="Nome da visão" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={LEAD_VIEW_NAME_MAX_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  );
}
