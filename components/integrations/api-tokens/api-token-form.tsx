"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckGroup } from "@/components/shared/forms/check-group";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { ShownSecretDialog } from "@/components/shared/layout/shown-secret-dialog";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import {
  API_TOKEN_DAYS,
  API_TOKEN_NAME_MAX_LENGTH,
  NewApiToken,
} from "@/lib/contracts/platform/api-tokens";
import { API_SCOPES, type ApiScope, SCOPE_LABELS } from "@/lib/domain/accounts/api-scopes";
import { apiTokenMutations } from "./api-tokens.queries";

const SCOPE_HELP: Record<ApiScope, string> = {
  read: "Consultar leads, listas, conversas, campanhas e relatórios.",
  write: "Criar, mudar e excluir leads e listas, iniciar buscas e importações.",
  send: "Fazer sair mensagens pelo seu WhatsApp: conversas e campanhas.",
};
const SCOPES = API_SCOPES.map((value) => ({
  value,
  label: SCOPE_LABELS[value],
  help: SCOPE_HELP[value],
}));
const DEFAULT_DAYS = 90;

/** Creates a token, and then shows it once. */
export function ApiTokenForm({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  return token === null ? (
    <NewToken onCreated={setToken} onClose={onClose} />
  ) : (
    <ShownSecretDialog
      onClose={onClose}
      title="Copie o seu token"
      description="Ele aparece só agora. Guarde-o em um lugar seguro: se o perder, crie outro."
      label="Token de API"
      secret={token}
      question="Já copiou o token?"
      done="Já guardei o token"
    />
  );
}

function NewToken({
  onCreated,
  onClose,
}: {
  onCreated: (token: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm(NewApiToken, {
    name: "",
    scopes: ["read"] as ApiScope[],
    expires_in_days: DEFAULT_DAYS,
  });
  const { errors, isDirty } = form.formState;
  const create = useMutation({
    ...apiTokenMutations.create(client),
    meta: { failure: formFailure(form) },
  });

  const submit = form.handleSubmit((values) =>
    create.mutate(values, { onSuccess: ({ token }) => onCreated(token) }),
  );

  return (
    <FormDialog
      title="Novo token de API"
      description="Quem tiver o token age em seu nome, no que você permitir aqui."
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Criar token"
      isPending={create.isPending}
    >
      <Field label="Nome" error={errors.name?.message} help="Por exemplo: planilha de vendas">
        {(control) => (
          <Input
            {...control}
            {...form.register("name")}
            maxLength={API_TOKEN_NAME_MAX_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      <CheckGroup
        legend="Permissões"
        options={SCOPES}
        chosen={form.watch("scopes")}
        onChange={(scopes) =>
          form.setValue("scopes", scopes, { shouldDirty: true, shouldValidate: true })
        }
        error={errors.scopes?.message}
      />
      <Field label="Validade" error={errors.expires_in_days?.message}>
        {(control) => (
          <NativeSelect
            {...control}
            {...form.register("expires_in_days", {
              setValueAs: (value: string | number | null) => (value ? Number(value) : null),
            })}
          >
            {API_TOKEN_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 365 ? "1 ano" : `${days} dias`}
              </option>
            ))}
            <option value="">Sem validade</option>
          </NativeSelect>
        )}
      </Field>
    </FormDialog>
  );
}
