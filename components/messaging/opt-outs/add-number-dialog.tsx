"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { NewOptOut } from "@/lib/contracts/messaging/opt-outs";
import { errorText, isError } from "@/lib/error-text";
import { optOutMutations } from "./opt-outs.queries";

export function AddNumberDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(NewOptOut, { number: "" });
  const addition = useMutation({
    ...optOutMutations.add(client),
    meta: {
      failureTitle: "Erro ao bloquear o número",
      failure: (error) => {
        if (!isError(error, "invalid_whatsapp_number")) return errorText(error);
        form.setError("number", {});
        return null;
      },
    },
  });

  const submit = form.handleSubmit(({ number }) =>
    addition.mutate(number, {
      onSuccess: ({ added }) => {
        notifySuccess(added ? "Número bloqueado." : "Este número já estava bloqueado.");
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title="Bloquear número"
      description="Nenhuma campanha escreve para este número. Se ele for de um lead, o lead fica como Não contatar."
      onClose={onClose}
      isDirty={form.formState.isDirty}
      onSubmit={submit}
      submitLabel="Bloquear"
      isPending={addition.isPending}
    >
      <WhatsappField form={form} name="number" placeholder="(11) 98765-4321" autoComplete="off" />
    </FormDialog>
  );
}
