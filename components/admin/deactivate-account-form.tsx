"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmToast, notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { type Deactivation, DeactivationForm } from "@/lib/contracts/backoffice/admin";
import { adminMutations } from "./admin.queries";
import { showAdminError } from "./admin-error";
import { AdminSection } from "./admin-section";

const EMPTY = { user_id: "", email: "" };

export function DeactivateAccountForm() {
  const client = useQueryClient();
  const deactivate = useMutation(adminMutations.deactivateAccount(client));
  const form = useSchemaForm(DeactivationForm, EMPTY);
  const { errors } = form.formState;

  async function perform(account: Deactivation) {
    try {
      await deactivate.mutateAsync(account);
      notifySuccess("Conta desativada!");
      form.reset(EMPTY);
    } catch (error) {
      showAdminError(form, error, "Erro ao desativar conta.");
    }
  }

  const submit = form.handleSubmit(
    ({ user_id, email }) => {
      const account = { ...(user_id && { user_id: Number(user_id) }), ...(email && { email }) };
      confirmToast(`Tem certeza que deseja desativar a conta ${email || user_id}?`, () => {
        void perform(account);
      });
    },
    ({ user_id }) => user_id?.message && notifyError(user_id.message),
  );

  return (
    <AdminSection
      title="Desativar conta"
      description="As sessões da pessoa terminam na hora e ela não consegue mais entrar."
    >
      <form onSubmit={submit} noValidate className="space-y-1" aria-label="Desativar conta">
        <Field label="ID do usuário (user_id)" error={errors.user_id?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("user_id")}
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="E-mail"
          help="Um dos dois basta; com os dois, precisam ser da mesma conta."
          error={errors.email?.message}
        >
          {(control) => (
            <Input {...control} {...form.register("email")} type="email" autoComplete="off" />
          )}
        </Field>
        <Button type="submit" variant="danger" loading={deactivate.isPending}>
          {deactivate.isPending ? "Desativando..." : "Desativar conta"}
        </Button>
      </form>
    </AdminSection>
  );
}
