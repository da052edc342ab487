"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import {
  notifyError,
  notifyOnNextScreen,
  notifySuccess,
} from "@/components/shared/feedback/notify";
import { Field, useSchemaForm } from "@/components/shared/forms/form";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { RecoveryRequest } from "@/lib/contracts/accounts/auth";
import { errorCopy } from "@/lib/error-copy";
import { isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { authMutations } from "./auth.queries";
import { AuthLayout } from "./auth-layout";
import { SubmitButton } from "./submit-button";

const SENT = "Um e-mail com o link de recuperação será enviado para o seu e-mail!";
const NOT_SENT = "Erro ao enviar e-mail, verifique se o e-mail está correto!";
const LEAVE_AFTER_MS = 3000;

export function RecoveryScreen() {
  const router = useRouter();
  const [sent, setSent] = useState(false);
  const form = useSchemaForm(RecoveryRequest, { email: "" });
  const { errors, isSubmitting } = form.formState;

  useEffect(() => {
    if (!sent) return;
    const timer = setTimeout(() => {
      notifyOnNextScreen(SENT);
      // To the login page, not to the dashboard: its guard would redirect a visitor and dismiss the message.
      router.replace(paths.home);
    }, LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [sent, router]);

  const submit = form.handleSubmit(async (body) => {
    try {
      await authMutations.requestReset(body);
      notifySuccess(SENT);
      setSent(true);
    } catch (error) {
      notifyError(isError(error, "rate_limited") ? errorCopy.rate_limited : NOT_SENT);
    }
  });

  return (
    <AuthLayout
      title="Recuperar senha"
      description="Informe o e-mail do seu cadastro e enviaremos um link para criar uma nova senha."
    >
      <form onSubmit={submit} noValidate className="space-y-1" aria-label="Recuperação de senha">
        <Field label="E-mail" error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register("email")}
              type="email"
              autoComplete="username"
              placeholder="voce@empresa.com.br"
            />
          )}
        </Field>
        <SubmitButton
          label="Enviar link"
          sending={isSubmitting}
          sendingLabel="Enviando..."
          disabled={sent}
        />
      </form>
      <BackToLogin />
    </AuthLayout>
  );
}

export function BackToLogin() {
  return (
    <p className="mt-6 text-center">
      <Link
        href={paths.home}
        className="inline-flex min-h-10 items-center gap-2 rounded font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        <ArrowLeft className="size-4" aria-hidden />
        Voltar para o login
      </Link>
    </p>
  );
}
