"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { useSchemaForm } from "@/components/shared/forms/form";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
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
    <Modal
      title="Bloquear número"
      description="Nenhuma campanha escreve para este número. Se ele for de um lead, o lead fica como Não contatar."
      onClose={onClose}
      isDirty={form.formState.isDirty}
    >
      <form onSubmit={submit} noValidate aria-label="Bloquear número">
        <WhatsappField form={form} name="number" placeholder="(11) 98765-4321" autoComplete="off" />
        <div className="mt-1 flex justify-end gap-2">
          <Button variant="outline" size="lg" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" size="lg" loading={addition.isPending}>
            Bloquear
          </Button>
        </div>
      </form>
    </Modal>
  );
}
