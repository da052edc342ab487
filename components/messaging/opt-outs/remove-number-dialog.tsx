"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Textarea } from "@/components/ui/textarea";
import {
  OPT_OUT_REASON_MAX_LENGTH,
  type OptOut,
  OptOutRemoval,
} from "@/lib/contracts/messaging/opt-outs";
import { formatBlockedNumber } from "./opt-out-labels";
import { optOutMutations } from "./opt-outs.queries";

/** The dialog itself is the confirmation: it asks for the reason. */
export function RemoveNumberDialog({ optOut, onClose }: { optOut: OptOut; onClose: () => void }) {
  const client = useQueryClient();
  const form = useSchemaForm(OptOutRemoval, { reason: "" });
  const removal = useMutation(optOutMutations.remove(client));
  const asked = optOut.source === "reply" ? "Esta pessoa pediu para não receber mensagens. " : "";

  const submit = form.handleSubmit(({ reason }) =>
    removal.mutate(
      { id: optOut.id, reason },
      {
        onSuccess: () => {
          notifySuccess("Número desbloqueado.");
          onClose();
        },
      },
    ),
  );

  return (
    <FormDialog
      title={`Desbloquear ${formatBlockedNumber(optOut)}?`}
      description={`${asked}Campanhas poderão escrever para este número de novo. O motivo fica guardado.`}
      onClose={onClose}
      isDirty={form.formState.isDirty}
      onSubmit={submit}
      submitLabel="Desbloquear"
      isPending={removal.isPending}
      danger
    >
      <Field label="Motivo" error={form.formState.errors.reason?.message}>
        {(control) => (
          <Textarea
            {...control}
            {...form.register("reason")}
            rows={3}
            maxLength={OPT_OUT_REASON_MAX_LENGTH}
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
