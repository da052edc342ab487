"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NewAccount } from "@/lib/contracts/backoffice/admin";
import { adminMutations } from "./admin.queries";
import { showAdminError } from "./admin-error";
import { AdminSection } from "./admin-section";

const EMPTY = { name: "", email: "", whatsapp: "" };

export function CreateAccountForm() {
  const client = useQueryClient();
  const create = useMutation(adminMutations.createAccount(client));
  const form = useSchemaForm(NewAccount, EMPTY);
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    async (account) => {
      try {
        const { user_id } = await create.mutateAsync(account);
        notifySuccess(`Conta criada! user_id: ${user_id}`);
        form.reset(EMPTY);
      } catch (error) {
        showAdminError(form, error, "Erro ao criar conta.");
      }
    },
    () => {
      const values = Object.values(form.getValues());
      if (values.some((value) => value.trim() === "")) {
        notifyError("Preencha todos os campos obrigatórios.");
      }
    },
  );

  return (
    <AdminSection
      title="Criar conta"
      description="A pessoa recebe um e-mail com um link para escolher a própria senha."
    >
      <form onSubmit={submit} noValidate className="space-y-1" aria-label="Criar conta">
        <Field label="Nome *" error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register("name")} autoComplete="off" />}
        </Field>
        <Field label="E-mail *" help="Será usado como login." error={errors.email?.message}>
          {(control) => (
            <Input {...control} {...form.register("email")} type="email" autoComplete="off" />
          )}
        </Field>
        <WhatsappField form={form} name="whatsapp" autoComplete="off" />
        <Button type="submit" loading={create.isPending}>
          {create.isPending ? "Criando..." : "Criar conta"}
        </Button>
      </form>
    </AdminSection>
  );
}
