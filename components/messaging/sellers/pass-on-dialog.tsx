"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { listSellers, nameSeller } from "@/components/leads/sellers/seller-choice";
import { useTeam } from "@/components/session/team.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import type { Chat } from "@/lib/contracts/messaging/chat";
import { PassOnForm } from "@/lib/contracts/messaging/chat-assignments";
import { assignmentMutations } from "./assignments.queries";

const NOBODY = "";

interface PassOnDialogProps {
  chat: Chat;
  onClose: () => void;
}

export function PassOnDialog({ chat, onClose }: PassOnDialogProps) {
  const { people } = useTeam();
  /** Whoever has the conversation and may not sign in any more. */
  const gone = people.find(({ id, suspended_at }) => suspended_at !== null && id === chat.sellerId);
  const form = useSchemaForm(PassOnForm, { seller_id: String(chat.sellerId ?? NOBODY), note: "" });
  const { mutate, isPending } = useMutation({
    ...assignmentMutations.assign(useQueryClient()),
    meta: { failure: formFailure(form) },
  });
  const submit = form.handleSubmit(({ seller_id, note }) => {
    const to = seller_id === NOBODY ? null : Number(seller_id);
    mutate(
      {
        contactNumber: chat.contactNumber,
        seller_id: to,
        expected_seller_id: chat.sellerId,
        note: note || null,
      },
      {
        onSuccess: () => {
          const name = people.find(({ id }) => id === to)?.name;
          notifySuccess(
            name ? `${name} atende a conversa agora.` : "A conversa ficou sem atendente.",
          );
          onClose();
        },
      },
    );
  });
  const { errors, isDirty } = form.formState;
  return (
    <FormDialog
      title="Passar conversa"
      description={`Quem atende ${chat.name} daqui em diante.`}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Passar"
      isPending={isPending}
    >
      <Field label="Para" error={errors.seller_id?.message}>
        {(control) => (
          <NativeSelect {...control} {...form.register("seller_id")}>
            <option value={NOBODY}>Ninguém</option>
            {[...listSellers(people), ...(gone ? [gone] : [])].map((person) => (
              <option key={person.id} value={person.id}>
                {nameSeller(person)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="Recado" error={errors.note?.message} help="Só a equipe vê.">
        {(control) => (
          <Textarea
            {...control}
            {...form.register("note")}
            rows={3}
            placeholder="O que a pessoa precisa saber para continuar"
          />
        )}
      </Field>
    </FormDialog>
  );
}
