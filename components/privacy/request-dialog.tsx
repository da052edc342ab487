"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { CheckField } from "@/components/shared/forms/check-field";
import { Field, fieldsFirst, showFieldErrors, useSchemaForm } from "@/components/shared/forms/form";
import { FormDialog } from "@/components/shared/forms/form-dialog";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import {
  type FoundPerson,
  NewPrivacyRequest,
  PRIVACY_NOTE_MAX_LENGTH,
} from "@/lib/contracts/privacy/privacy";
import {
  describeCounts,
  ERASE_WORD,
  PRIVACY_ASKER_LABEL,
  PRIVACY_CHANNEL_LABEL,
  type PrivacyKind,
} from "@/lib/domain/privacy/privacy-request";
import { privacyMutations } from "./privacy.queries";

const WORDS: Record<
  PrivacyKind,
  { title: string; description: string; submit: string; done: string }
> = {
  export: {
    title: "Exportar os dados desta pessoa",
    description: "O pedido fica registrado, e a cópia pode ser baixada por 30 dias.",
    submit: "Registrar e preparar",
    done: "Pedido registrado. A cópia está na lista de pedidos.",
  },
  correct: {
    title: "Registrar uma correção",
    description:
      "Corrija os dados no próprio lead; aqui fica registrado que isso foi pedido e feito.",
    submit: "Registrar",
    done: "Correção registrada.",
  },
  erase: {
    title: "Apagar tudo desta pessoa?",
    description:
      "Não pode ser desfeito. Fica só um código que não revela quem é, para que ela não volte por busca, importação, mensagem ou backup.",
    submit: "Apagar tudo",
    done: "Apagamento iniciado. Acompanhe na lista de pedidos.",
  },
};

interface RequestDialogProps {
  kind: PrivacyKind;
  /** The keys that the person was searched by. */
  keys: FoundPerson["keys"];
  /** How much is stored about the person. */
  counts: FoundPerson["counts"];
  /** The person is the main contact of leads. */
  hasLeads: boolean;
  onClose: () => void;
}

/** Who asked, and how; before an erasure the user also has to type a word. */
export function RequestDialog({ kind, keys, counts, hasLeads, onClose }: RequestDialogProps) {
  const client = useQueryClient();
  const form = useSchemaForm(NewPrivacyRequest, {
    kind,
    keys,
    asked_by: "person",
    channel: "whatsapp",
    note: "",
    whole_lead: true,
  });
  const creation = useMutation({
    ...privacyMutations.create(client),
    meta: {
      failureTitle: "Erro ao registrar o pedido",
      failure: fieldsFirst((fields) => {
        showFieldErrors(form, fields);
        // They have no field of their own.
        return !("keys" in fields);
      }),
    },
  });
  const [typed, setTyped] = useState("");
  const words = WORDS[kind];
  const erases = kind === "erase";
  const isReady = !erases || typed.trim().toUpperCase() === ERASE_WORD;
  const wholeLead = form.watch("whole_lead") ?? true;
  const held = describeCounts(wholeLead ? counts : { ...counts, leads: 0, notes: 0, tasks: 0 });

  const submit = form.handleSubmit((body) => {
    if (!isReady) return;
    creation.mutate(body, {
      onSuccess: () => {
        notifySuccess(words.done);
        onClose();
      },
    });
  });

  return (
    <FormDialog
      title={words.title}
      description={words.description}
      onClose={onClose}
      isDirty={form.formState.isDirty}
      onSubmit={submit}
      submitLabel={words.submit}
      isPending={creation.isPending}
      disabled={!isReady}
      danger={erases}
    >
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Quem pediu" error={form.formState.errors.asked_by?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register("asked_by")}>
              {Object.entries(PRIVACY_ASKER_LABEL).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Por onde" error={form.formState.errors.channel?.message}>
          {(control) => (
            <NativeSelect {...control} {...form.register("channel")}>
              {Object.entries(PRIVACY_CHANNEL_LABEL).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      </div>
      <Field
        label="Observação (opcional)"
        help="Fica guardada mesmo depois de um apagamento: não escreva nela o nome nem o número da pessoa."
        error={form.formState.errors.note?.message}
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register("note")}
            rows={2}
            maxLength={PRIVACY_NOTE_MAX_LENGTH}
          />
        )}
      </Field>
      {erases && (
        <>
          {hasLeads && (
            <CheckField
              label="Apagar também os leads inteiros"
              help="Sem isto, o lead da empresa fica, sem o nome e os contatos desta pessoa."
              checked={wholeLead}
              onChange={(checked) => form.setValue("whole_lead", checked, { shouldDirty: true })}
            />
          )}
          {held.length > 0 && (
            <p className="mt-3 text-sm">
              Serão apagados: <span className="text-muted-foreground">{held.join(", ")}.</span>
            </p>
          )}
          <div className="mt-4">
            <Field label={`Para confirmar, digite ${ERASE_WORD}`}>
              {(control) => (
                <Input
                  {...control}
                  value={typed}
                  autoComplete="off"
                  autoCapitalize="characters"
                  onChange={({ target }) => setTyped(target.value)}
                />
              )}
            </Field>
          </div>
        </>
      )}
    </FormDialog>
  );
}
