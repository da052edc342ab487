"use client";

import { useRouter } from "next/navigation";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { notifyError, notifyOnNextScreen } from "@/components/shared/feedback/notify";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Input } from "@/components/ui/input";
import { type Invitation, Joining } from "@/lib/contracts/accounts/team";
import { ROLE_LABEL, ROLE_MEANING } from "@/lib/domain/accounts/roles";
import { errorText, isError } from "@/lib/error-text";
import { paths } from "@/lib/paths";
import { invitationCalls } from "./invitation.queries";
import { signIn } from "./sign-in";
import { SubmitButton } from "./submit-button";

interface JoinFormProps {
  token: string;
  invitation: Invitation;
  /** The invitation ended while the form was open. */
  onOver: () => void;
}

/** Joins the account of an invitation, and signs in to it. */
export function JoinForm({ token, invitation: { email, role }, onOver }: JoinFormProps) {
  const form = useSchemaForm(Joining, { token, name: "", password: "" });
  const { errors, isSubmitting } = form.formState;
  const router = useRouter();

  const submit = form.handleSubmit(async (joining) => {
    try {
      await invitationCalls.join(joining);
    } catch (error) {
      if (isError(error, "invalid_input")) {
        if (error.fields?.["token"]) return onOver();
        if (showFieldErrors(form, error.fields)) return;
      }
      return notifyError(errorText(error));
    }
    try {
      const next = await signIn({ email, password: joining.password });
      // The plans are offered after a later login.
      consumeJustLoggedIn();
      router.replace(next);
    } catch {
      // The person is in the team: only the login failed.
      notifyOnNextScreen("Você entrou na equipe! Faça login.");
      router.replace(paths.home);
    }
  });

  return (
    <form onSubmit={submit} noValidate className="space-y-1" aria-label="Entrada na equipe">
      <dl className="mb-5 rounded-lg border border-border bg-muted px-3.5 py-3 text-sm">
        <dt className="text-muted-foreground">Sua função</dt>
        <dd className="mt-0.5">
          <span className="font-medium">{ROLE_LABEL[role]}.</span> {ROLE_MEANING[role]}
        </dd>
      </dl>
      <Field label="E-mail" help="É com ele que você entra.">
        {(control) => (
          <Input {...control} value={email} type="email" readOnly autoComplete="username" />
        )}
      </Field>
      <Field label="Nome" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            autoComplete="name"
            placeholder="Como devemos chamar você"
          />
        )}
      </Field>
      <Field label="Senha" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("password")}
            autoComplete="new-password"
            placeholder="Mínimo de 8 caracteres"
          />
        )}
      </Field>
      <SubmitButton label="Entrar na equipe" sending={isSubmitting} sendingLabel="Entrando..." />
    </form>
  );
}
