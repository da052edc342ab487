"use client";

import { Controller } from "react-hook-form";
import { Field, showFieldErrors, useSchemaForm } from "@/components/shared/form";
import { notifyError, notifySuccess } from "@/components/shared/notify";
import { PasswordInput } from "@/components/shared/password-input";
import { PhoneInput } from "@/components/shared/phone-input";
import { useHydrated } from "@/components/shared/use-hydrated";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/api/client";
import { auth, Registration } from "@/lib/contracts/auth";
import { errorCopy } from "@/lib/error-copy";
import { INVALID_WHATSAPP_TEXT, isError } from "@/lib/error-text";

const EMPTY: Registration = { name: "", email: "", whatsapp: "", password: "" };

export function RegistrationForm({ onRegistered }: { onRegistered: () => void }) {
  const hydrated = useHydrated();
  const form = useSchemaForm(Registration, EMPTY);
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (registration) => {
    try {
      await call(auth.register, { body: registration });
      notifySuccess("Usuário criado com sucesso! Faça login.");
      form.reset(EMPTY);
      onRegistered();
    } catch (error) {
      if (isError(error, "invalid_input")) showFieldErrors(form, error.fields);
      if (isError(error, "email_taken")) form.setFocus("email");
      notifyError(registrationErrorText(error));
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
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("email")}
            type="email"
            autoComplete="email"
            placeholder="voce@empresa.com.br"
          />
        )}
      </Field>
      <Field label="WhatsApp" error={errors.whatsapp && INVALID_WHATSAPP_TEXT}>
        {(control) => (
          <Controller
            name="whatsapp"
            control={form.control}
            render={({ field: { ref, ...field } }) => (
              <PhoneInput
                {...control}
                {...field}
                inputRef={ref}
                autoComplete="tel"
                placeholder="Número internacional com código do país, sem símbolos"
              />
            )}
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
      <Button
        type="submit"
        disabled={!hydrated}
        size="lg"
        className="mt-2 w-full"
        loading={isSubmitting}
      >
        {isSubmitting ? "Criando conta..." : "Criar conta"}
      </Button>
    </form>
  );
}

function registrationErrorText(error: unknown): string {
  if (isError(error, "email_taken")) return errorCopy.email_taken;
  if (isError(error, "invalid_input")) return "Preencha todos os campos corretamente!";
  if (isError(error, "rate_limited")) return errorCopy.rate_limited;
  return "Erro ao criar usuário!";
}
