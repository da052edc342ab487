"use client";

import { useRouter } from "next/navigation";
import { consumeJustLoggedIn } from "@/components/session/just-logged-in";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { WhatsappField } from "@/components/shared/forms/whatsapp-field";
import { Input } from "@/components/ui/input";
import { Registration } from "@/lib/contracts/accounts/auth";
import { errorCopy } from "@/lib/error-copy";
import { isError } from "@/lib/error-text";
import { authMutations } from "./auth.queries";
import { signIn } from "./sign-in";
import { SubmitButton } from "./submit-button";

const EMPTY: Registration = { name: "", email: "", whatsapp: "", password: "" };

interface RegistrationFormProps {
  /** The person that an issuer confirmed: with this e-mail the account is linked to them. */
  person?: { name: string; email: string; issuer: string };
  /** The account was created, but the login failed. */
  onRegistered: (email: string) => void;
}

/** Creates an account and signs in to it. */
export default function RegistrationForm({ person, onRegistered }: RegistrationFormProps) {
  const form = useSchemaForm(Registration, {
    ...EMPTY,
    ...(person && { name: person.name, email: person.email }),
  });
  const { errors, isSubmitting } = form.formState;
  const router = useRouter();

  const submit = form.handleSubmit(async (registration) => {
    try {
      await authMutations.register(registration);
    } catch (error) {
      if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
      if (isError(error, "email_taken")) form.setFocus("email");
      notifyError(getRegistrationErrorText(error));
      return;
    }
    try {
      const { email, password } = registration;
      const next = await signIn({ email, password });
      // The plans are offered after the next login: the first screen is for the first steps.
      consumeJustLoggedIn();
      router.replace(next);
    } catch {
      // The account exists: only its login failed.
      notifySuccess("Usuário criado com sucesso! Faça login.");
      form.reset(EMPTY);
      onRegistered(registration.email);
    }
  });

  return (
    <form onSubmit={submit} noValidate className="space-y-1" aria-label="Cadastro">
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
      <Field
        label="E-mail"
        error={errors.email?.message}
        help={person && `Confirmado por ${person.issuer}.`}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            readOnly={person !== undefined}
            autoComplete="email"
            placeholder="voce@empresa.com.br"
          />
        )}
      </Field>
      <WhatsappField
        form={form}
        name="whatsapp"
        autoComplete="tel"
        placeholder="Internacional, com código do país, sem símbolos"
      />
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
      <SubmitButton label="Criar conta" sending={isSubmitting} sendingLabel="Criando conta..." />
    </form>
  );
}

function getRegistrationErrorText(error: unknown): string {
  if (isError(error, "email_taken")) return errorCopy.email_taken;
  if (isError(error, "invalid_input")) return "Preencha todos os campos corretamente!";
  if (isError(error, "rate_limited")) return errorCopy.rate_limited;
  return "Erro ao criar usuário!";
}
