"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PlugZap } from "lucide-react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field, formFailure, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { PasswordInput } from "@/components/shared/forms/password-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { CloudCredentials } from "@/lib/contracts/messaging/whatsapp";
import { errorText, isError } from "@/lib/error-text";
import { type NumberId, whatsappMutations } from "./whatsapp.queries";

/** Connects a number of Meta's Cloud API, in place of the QR Code. */
export function CloudForm({ numberId }: { numberId: NumberId }) {
  const client = useQueryClient();
  const form = useSchemaForm(CloudCredentials, {
    phone_number_id: "",
    business_account_id: "",
    access_token: "",
  });
  const { errors } = form.formState;
  const connection = useMutation({
    ...whatsappMutations.connectCloud(client, numberId),
    meta: {
      failure: formFailure(form, (error) => {
        if (!isError(error, "conflict")) return errorText(error);
        showFieldErrors(form, { phone_number_id: errorText(error) });
        return null;
      }),
    },
  });

  const submit = form.handleSubmit((credentials) =>
    connection.mutate(credentials, {
      onSuccess: () => notifySuccess("WhatsApp conectado com sucesso!"),
    }),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Conectar pela Cloud API" className="max-w-prose">
      <p className="mb-4 text-pretty text-muted-foreground">
        Conecte o número da sua conta comercial na Meta. Os dados estão no painel do aplicativo, em
        WhatsApp, Configuração da API.
      </p>
      <Field label="Identificação do número de telefone" error={errors.phone_number_id?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("phone_number_id")}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Identificação da conta do WhatsApp Business"
        error={errors.business_account_id?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("business_account_id")}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
      <Field
        label="Token de acesso"
        error={errors.access_token?.message}
        help="Use um token permanente, de um usuário do sistema."
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...form.register("access_token")}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" className="mt-3" loading={connection.isPending}>
        {!connection.isPending && <PlugZap aria-hidden />}
        Conectar WhatsApp
      </Button>
    </form>
  );
}
