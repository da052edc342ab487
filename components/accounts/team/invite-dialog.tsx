"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { NewInvitation } from "@/lib/contracts/accounts/team";
import type { Role } from "@/lib/domain/accounts/roles";
import { RoleField } from "./role-field";
import { teamMutations } from "./team.queries";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(NewInvitation, { email: "", role: "seller" as Role });
  const { errors, isDirty } = form.formState;
  const invite = useMutation({
    ...teamMutations.invite(useQueryClient()),
    meta: { failure: formFailure(form) },
  });

  const submit = form.handleSubmit((invitation) =>
    invite.mutate(invitation, {
      onSuccess: ({ invitation: { email } }) => {
        notifySuccess(`Convite enviado para ${email}.`);
        onClose();
      },
    }),
  );

  return (
    <FormDialog
      title="Convidar para a equipe"
      description="A pessoa recebe um e-mail com um link, que vale por 7 dias."
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Enviar convite"
      isPending={invite.isPending}
    >
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            autoComplete="off"
            placeholder="pessoa@empresa.com.br"
          />
        )}
      </Field>
      <RoleField
        value={form.watch("role")}
        onChange={(role) => form.setValue("role", role, { shouldDirty: true })}
        error={errors.role?.message}
      />
    </FormDialog>
  );
}
