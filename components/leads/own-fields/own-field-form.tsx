"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Field, fieldsFirst } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Textarea } from "@/components/ui/textarea";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import {
  hasChoices,
  OWN_FIELD_KIND_LABEL,
  OWN_FIELD_KINDS,
  OWN_FIELD_NAME_MAX_LENGTH,
  type OwnFieldKind,
} from "@/lib/domain/leads/own-fields";
import { isError } from "@/lib/error-text";
import { ownFieldMutations } from "./own-fields.queries";

interface OwnFieldFormProps {
  /** Null creates one. */
  field: OwnField | null;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

export function OwnFieldForm({ field, onDirty, onDone }: OwnFieldFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(field?.name ?? "");
  const [kind, setKind] = useState<OwnFieldKind>(field?.kind ?? "text");
  const [lines, setLines] = useState(field?.choices.join("\n") ?? "");
  const [problems, setProblems] = useState<Record<string, string>>({});
  /** Leads have a choice that would be deleted: the form asks first. */
  const [dropping, setDropping] = useState(false);
  const meta = { failure: fieldsFirst((fields) => setProblems(byField(fields))) };
  const create = useMutation({ ...ownFieldMutations.create(client), meta });
  const update = useMutation({ ...ownFieldMutations.update(client), meta });
  const isDirty = name !== (field?.name ?? "") || lines !== (field?.choices.join("\n") ?? "");
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const choices = hasChoices(kind)
      ? lines
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      : [];
    const answered = {
      onSuccess: onDone,
      onError: (error: Error) =>
        setDropping(isError(error, "conflict") && Boolean(error.fields?.["choices"])),
    };
    if (field) update.mutate({ id: field.id, name, choices, drop_values: dropping }, answered);
    else create.mutate({ name, kind, choices }, answered);
  }

  return (
    <form onSubmit={submit} noValidate aria-label={field ? "Editar campo" : "Novo campo"}>
      <Field
        label="Nome do campo"
        error={problems["name"]}
        help={field ? `Em mensagens e na API: ${field.key}` : undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={OWN_FIELD_NAME_MAX_LENGTH}
            autoComplete="off"
            autoFocus
            onChange={({ target }) => {
              setName(target.value);
              setProblems({});
            }}
          />
        )}
      </Field>
      <Field
        label="Tipo"
        error={problems["kind"]}
        help={field ? "O tipo não muda: os valores são dele." : undefined}
      >
        {(control) => (
          <NativeSelect
            {...control}
            value={kind}
            disabled={field !== null}
            onChange={({ target }) => setKind(target.value as OwnFieldKind)}
          >
            {OWN_FIELD_KINDS.map((each) => (
              <option key={each} value={each}>
                {OWN_FIELD_KIND_LABEL[each]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {hasChoices(kind) && (
        <Field label="Opções" error={problems["choices"]} help="Uma por linha.">
          {(control) => (
            <Textarea
              {...control}
              value={lines}
              rows={5}
              onChange={({ target }) => {
                setLines(target.value);
                setProblems({});
                setDropping(false);
              }}
            />
          )}
        </Field>
      )}
      <div className="flex justify-end gap-2 pt-2">
        <Button variant="outline" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" loading={create.isPending || update.isPending}>
          {dropping ? "Remover assim mesmo" : "Salvar"}
        </Button>
      </div>
    </form>
  );
}

/** A wrong choice is named by its place among them. */
function byField(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentence]) => [name.split(".")[0] ?? name, sentence]),
  );
}
