"use client";

import { CircleAlert } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { notifyError, notifyOnNextScreen } from "@/components/shared/feedback/notify";
import { showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { NewPasswordFields } from "@/components/shared/forms/new-password-fields";
import { NewPasswordForm } from "@/lib/contracts/accounts/auth";
import { isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { authMutations } from "./auth.queries";
import { AuthLayout } from "./auth-layout";
import { BackToLogin } from "./recovery-screen";
import { SubmitButton } from "./submit-button";

export function ResetScreen() {
  const router = useRouter();
  const token = useSearchParams().get("token");
  const [refused, setRefused] = useState(false);
  const form = useSchemaForm(NewPasswordForm, { new_password: "", confirmation: "" });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ new_password }) => {
    if (!token) return notifyError("Não autorizado!");
    try {
      await authMutations.confirmReset({ token, new_password });
      notifyOnNextScreen("Senha gerada com sucesso!");
      router.replace(paths.home);
    } catch (error) {
      if (isError(error, "invalid_input")) {
        const { token: tokenError, ...fields } = error.fields ?? {};
        setRefused(tokenError !== undefined);
        showFieldErrors(form, fields);
      }
      notifyError("Erro ao gerar nova senha!");
    }
  });

  return (
    <AuthLayout title="Resete a sua senha" description="Escolha uma senha nova, só para o Garimpo.">
      {(!token || refused) && (
        <p
          role="alert"
          className="mb-5 flex items-start gap-2.5 rounded-lg bg-danger-soft px-3.5 py-3 text-danger-text text-sm"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          Token inválido ou ausente.
        </p>
      )}
      <form onSubmit={submit} noValidate className="space-y-1" aria-label="Redefinição de senha">
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
        <SubmitButton label="Resetar senha" sending={isSubmitting} sendingLabel="Salvando..." />
      </form>
      <BackToLogin />
    </AuthLayout>
  );
}
