"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CheckField } from "@/components/shared/forms/check-field";
import { CheckGroup } from "@/components/shared/forms/check-group";
import { Field, formFailure, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { ShownSecretDialog } from "@/components/shared/layout/shown-secret-dialog";
import { Input } from "@/components/ui/input";
import {
  NewWebhook,
  WEBHOOK_URL_MAX_LENGTH,
  type Webhook,
} from "@/lib/contracts/integrations/webhooks";
import {
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "@/lib/domain/webhooks/webhook-events";
import { webhookMutations } from "./webhooks.queries";

const EVENTS = WEBHOOK_EVENT_NAMES.map((value) => ({
  value,
  label: WEBHOOK_EVENTS[value],
  help: <code>{value}</code>,
}));

/** Adds an address, and then shows its secret once; or changes `webhook`. */
export function WebhookForm({
  webhook,
  onClose,
}: {
  webhook: Webhook | null;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <WebhookSettings webhook={webhook} onCreated={setSecret} onClose={onClose} />
  ) : (
    <ShownSecretDialog
      onClose={onClose}
      title="Copie o segredo do webhook"
      description="Ele aparece só agora. Com ele o seu servidor confere a assinatura de cada aviso."
      label="Segredo do webhook"
      secret={secret}
      question="Já copiou o segredo?"
      done="Já guardei o segredo"
    />
  );
}

function WebhookSettings({
  webhook,
  onCreated,
  onClose,
}: {
  webhook: Webhook | null;
  onCreated: (secret: string) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const form = useSchemaForm(NewWebhook, {
    url: webhook?.url ?? "",
    events: webhook?.events ?? ([...WEBHOOK_EVENT_NAMES] as WebhookEvent[]),
  });
  const [active, setActive] = useState(webhook?.active ?? true);
  const { errors, isDirty } = form.formState;
  const meta = { failure: formFailure(form) };
  const create = useMutation({ ...webhookMutations.create(client), meta });
  const update = useMutation({ ...webhookMutations.update(client), meta });

  const submit = form.handleSubmit((values) => {
    if (webhook === null) {
      create.mutate(values, { onSuccess: ({ secret }) => onCreated(secret) });
    } else {
      update.mutate({ id: webhook.id, body: { ...values, active } }, { onSuccess: onClose });
    }
  });

  return (
    <FormDialog
      title={webhook ? "Editar webhook" : "Novo webhook"}
      description="O Garimpo avisa este endereço assim que algo acontece na sua conta."
      isDirty={isDirty || active !== (webhook?.active ?? true)}
      onClose={onClose}
      onSubmit={submit}
      submitLabel={webhook ? "Salvar" : "Criar webhook"}
      isPending={create.isPending || update.isPending}
    >
      <Field label="Endereço" error={errors.url?.message} help="Um endereço público, com https://">
        {(control) => (
          <Input
            {...control}
            {...form.register("url")}
            type="url"
            inputMode="url"
            maxLength={WEBHOOK_URL_MAX_LENGTH}
            placeholder="https://"
            autoComplete="off"
          />
        )}
      </Field>
      <CheckGroup
        legend="Avisar quando"
        options={EVENTS}
        chosen={form.watch("events")}
        onChange={(events) =>
          form.setValue("events", events, { shouldDirty: true, shouldValidate: true })
        }
        error={errors.events?.message}
        className="sm:grid-cols-2"
      />
      {webhook && (
        <CheckField
          label="Ligado"
          help="Desligado, ele não recebe nada, e o que estiver na fila é descartado."
          checked={active}
          onChange={setActive}
        />
      )}
    </FormDialog>
  );
}
