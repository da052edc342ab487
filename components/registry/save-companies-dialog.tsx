"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCreditRule } from "@/components/accounts/credits/use-credit-rule";
import { ListChoiceForm } from "@/components/leads/lists/list-choice-form";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { type RegistryFilterTexts, registryMutations } from "./registry.queries";

const SAVING_TOAST_MS = 10_000;

interface SaveCompaniesDialogProps {
  companies: { cnpjs: string[] } | { filter: RegistryFilterTexts };
  count: number;
  onSaved: () => void;
  onClose: () => void;
}

/** Chooses the list that the companies are saved to as leads. */
export function SaveCompaniesDialog({
  companies,
  count,
  onSaved,
  onClose,
}: SaveCompaniesDialogProps) {
  const creditRule = useCreditRule();
  const save = useMutation({
    ...registryMutations.save(useQueryClient()),
    onSuccess: ({ message }) => {
      notifySuccess(message, { duration: SAVING_TOAST_MS });
      onSaved();
    },
  });
  return (
    <Modal
      title="Salvar como leads"
      description={`${countOf(count, "empresa selecionada", "empresas selecionadas")}.${creditRule} Os que você já tem só entram na lista.`}
      onClose={onClose}
    >
      <ListChoiceForm
        label="Salvar como leads"
        action="Salvar"
        loading={save.isPending}
        onChoose={(list) =>
          save.mutate({
            ...companies,
            ...("id" in list ? { list_id: list.id } : { list_name: list.newName }),
          })
        }
      >
        <FormProblem>{save.error && errorText(save.error)}</FormProblem>
      </ListChoiceForm>
    </Modal>
  );
}
