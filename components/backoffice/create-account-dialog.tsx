"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { FormProblem } from "@/components/shared/forms/form-problem";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Input } from "@/components/ui/input";
import { FILL_REQUIRED, NewAccount } from "@/lib/contracts/backoffice/admin";
import { adminPersonPath } from "@/lib/paths";
import { adminMutations } from "./admin.queries";
import { adminFailure } from "./admin-error";

const EMPTY = { name: "", email: "", whatsapp: "" };

export function CreateAccountDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const create = useMutation(adminMutations.createAccount(useQueryClient()));
  const form = useSchemaForm(NewAccount, EMPTY);
  const { errors, isDirty } = form.formState;
  const [problem, setProblem] = useState<string | null>(null);

  const submit = form.handleSubmit(
    async (account) => {
      setProblem(null);
      try {
        const { user_id } = await create.mutateAsync(account);
        onClose();
        notifySuccess(`Conta criada! user_id: ${user_id}`, {
          action: { label: "Abrir", onClick: () => router.push(adminPersonPath(user_id)) },
        });
      } catch (error) {
        setProblem(formFailure(form, adminFailure("Erro ao criar conta."))(error as Error));
      }
    },
    ({ name, email }) => {
      // The errors of the other two fields explain themselves; the number's own error is about its form.
      const isSaid = name?.message === FILL_REQUIRED || email?.message === FILL_REQUIRED;
      const isBlank = form.getValues("whatsapp").trim() === "";
      setProblem(isBlank && !isSaid ? FILL_REQUIRED : null);
    },
  );

  return (
    <FormDialog
      onClose={onClose}
      isDirty={isDirty}
      title="Criar conta"
      description="A pessoa recebe um e-mail com um link para escolher a própria senha."
      onSubmit={submit}
      submitLabel={create.isPending ? "Criando..." : "Criar conta"}
      isPending={create.isPending}
    >
      <Field label="Nome" required error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
      </Field>
      <Field label="E-mail" required help="Será usado como login." error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register("email")} type="email" autoComplete="off" />
        )}
      </Field>
      <WhatsappField form={form} name="whatsapp" required autoComplete="off" />
      <div className="pt-2">
        <FormProblem>{problem}</FormProblem>
      </div>
    </FormDialog>
  );
}
