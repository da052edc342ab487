"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Modal } from "@/components/shared/feedback/modal";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
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
    <Modal
      title={`Desbloquear ${formatBlockedNumber(optOut)}?`}
      description={`${asked}Campanhas poderão escrever para este número de novo. O motivo fica guardado.`}
      onClose={onClose}
      isDirty={form.formState.isDirty}
    >
      <form onSubmit={submit} noValidate aria-label="Desbloquear número">
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
        <div className="mt-1 flex justify-end gap-2">
          <Button variant="outline" size="lg" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" size="lg" loading={removal.isPending}>
            Desbloquear
          </Button>
        </div>
      </form>
    </Modal>
  );
}
