"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { SendHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { Modal } from "@/components/shared/feedback/modal";
import { useDirtyForm } from "@/components/shared/feedback/use-close-question";
import { Field, fieldsFirst } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChatTemplate } from "@/lib/contracts/messaging/chat-templates";
import {
  listVariables,
  normalizeValue,
  renderWhatsappTemplate,
  TEMPLATE_VALUE_MAX_LENGTH,
} from "@/lib/domain/messages/whatsapp-template";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { templateMutations, templateQueries } from "./template.queries";

interface TemplateDialogProps {
  /** The conversation's chat id or number. */
  to: string;
  contactName: string;
  onClose: () => void;
}

/** Chooses an approved template, fills its variables in and sends it. */
export function TemplateDialog({ to, contactName, onClose }: TemplateDialogProps) {
  const list = useQuery(templateQueries.list());
  return (
    <Modal
      onClose={onClose}
      title="Enviar modelo"
      description={`Um texto que a Meta aprovou, para ${contactName}.`}
    >
      {list.isPending && (
        <div className="space-y-3" aria-busy>
          <span className="sr-only">Carregando modelos</span>
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
        </div>
      )}
      {list.isError && !list.data && (
        <ErrorState
          title="Não foi possível carregar os modelos"
          detail={errorText(list.error)}
          onRetry={list.refetch}
          retrying={list.isFetching}
        />
      )}
      {list.data && list.data.templates.length === 0 && (
        <p className="text-pretty text-muted-foreground">
          Nenhum modelo de texto aprovado. Crie um no Gerenciador do WhatsApp; ele aparece aqui
          minutos depois de aprovado.
        </p>
      )}
      {list.data && list.data.templates.length > 0 && (
        <TemplateForm templates={list.data.templates} to={to} onSent={onClose} />
      )}
      {list.data && list.data.left_out > 0 && (
        <p className="mt-3 text-pretty text-muted-foreground text-xs">
          {countOf(list.data.left_out, "modelo", "modelos")} com arquivo, link variável ou
          formulário só no Gerenciador do WhatsApp.
        </p>
      )}
    </Modal>
  );
}

function TemplateForm({
  templates,
  to,
  onSent,
}: {
  templates: ChatTemplate[];
  to: string;
  onSent: () => void;
}) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(0);
  const [values, setValues] = useState<Record<string, string>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const sending = useMutation({
    ...templateMutations.send(client),
    meta: {
      failure: fieldsFirst((fields) => {
        const named = Object.entries(fields).map(([name, text]) => [
          name.replace(/^values\./, ""),
          text,
        ]);
        setProblems(Object.fromEntries(named));
      }),
    },
  });
  useDirtyForm(Object.values(values).some((value) => value !== ""));
  const template = templates[chosen] ?? templates[0];
  if (!template) return null;
  const variables = listVariables(template);
  const preview = renderWhatsappTemplate(template, values);

  function choose(index: number) {
    setChosen(index);
    setValues({});
    setProblems({});
  }

  function change(key: string, value: string) {
    setValues({ ...values, [key]: value });
    const { [key]: _mended, ...others } = problems;
    setProblems(others);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { elements } = event.currentTarget;
    if (!template || sending.isPending) return;
    const empty = variables.filter(({ key }) => !normalizeValue(values[key] ?? ""));
    setProblems(Object.fromEntries(empty.map(({ key }) => [key, "Preencha este campo."])));
    const [first] = empty;
    if (first) {
      const input = elements.namedItem(first.key);
      if (input instanceof HTMLInputElement) input.focus();
      return;
    }
    sending.mutate(
      { to, name: template.name, language: template.language, values },
      { onSuccess: onSent },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-1.5">
      <Field label="Modelo">
        {(control) => (
          <NativeSelect
            {...control}
            value={chosen}
            onChange={({ target }) => choose(Number(target.value))}
          >
            {templates.map(({ name, language }, index) => (
              <option key={`${name} ${language}`} value={index}>
                {name} ({language})
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {variables.map(({ key, part, name }) => (
        <Field
          key={key}
          label={`${part === "header" ? "Título: " : ""}{{${name}}}`}
          error={problems[key]}
        >
          {(control) => (
            <Input
              {...control}
              name={key}
              value={values[key] ?? ""}
              maxLength={TEMPLATE_VALUE_MAX_LENGTH}
              autoComplete="off"
              onChange={({ target }) => change(key, target.value)}
            />
          )}
        </Field>
      ))}
      <section aria-label="Prévia" className="rounded-xl bg-chat p-3">
        <p className="ml-auto w-fit max-w-[90%] whitespace-pre-wrap break-words rounded-2xl rounded-br-md bg-bubble px-3 py-2 text-bubble-foreground shadow-card">
          {preview}
        </p>
      </section>
      <Button type="submit" className="mt-4" loading={sending.isPending}>
        {!sending.isPending && <SendHorizontal aria-hidden />}
        Enviar modelo
      </Button>
    </form>
  );
}
