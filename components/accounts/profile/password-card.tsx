"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { userMutations } from "@/components/session/users.queries";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { NewPasswordFields } from "@/components/shared/forms/new-password-fields";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { useHydrated } from "@/components/shared/state/use-hydrated";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { PasswordChangeForm } from "@/lib/contracts/accounts/users";

const EMPTY = { current_password: "", new_password: "", confirmation: "" };

export function PasswordCard() {
  const hydrated = useHydrated();
  const form = useSchemaForm(PasswordChangeForm, EMPTY);
  const change = useMutation({
    ...userMutations.changePassword(useQueryClient()),
    meta: { failure: formFailure(form) },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(({ current_password, new_password }) =>
    change.mutate(
      { current_password, new_password },
      {
        onSuccess: () => {
          form.reset(EMPTY);
          notifySuccess("Senha alterada. As outras sessões foram encerradas.");
        },
      },
    ),
  );

  return (
    <Card aria-label="Senha">
      <CardHeader>
        <CardTitle>Senha</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="mb-4 text-pretty text-muted-foreground text-sm">
          Depois da troca, só esta sessão continua: as outras precisam entrar de novo, e os tokens
          de API deixam de valer.
        </p>
        <form
          onSubmit={submit}
          noValidate
          aria-label="Troca de senha"
          className="grid gap-x-4 gap-y-1 sm:grid-cols-3"
        >
          <Field label="Senha atual" error={errors.current_password?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("current_password")}
                autoComplete="current-password"
              />
            )}
          </Field>
          <NewPasswordFields
            password={{
              field: form.register("new_password"),
              error: errors.new_password?.message,
            }}
            confirmation={{
              field: form.register("confirmation"),
              error: errors.confirmation?.message,
            }}
          />
          <div className="sm:col-span-3">
            <Button type="submit" variant="outline" loading={change.isPending} disabled={!hydrated}>
              Trocar senha
            </Button>
          </div>
        </form>
      </CardContent>
    </Card>
  );
}
