"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { notifyError } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { type OwnValues, readOwnValue, showOwnValue } from "@/lib/domain/leads/own-fields";
import { errorText } from "@/lib/error-text";
import { AppError } from "@/lib/errors";
import { ownFieldMutations, useOwnFields } from "./own-fields.queries";
import { OwnValueInput, toTypedValue } from "./own-value-input";
import { OwnValueText } from "./own-value-text";

interface OwnFactsProps {
  leadId: number;
  values: OwnValues;
}

/** The values of a lead's own fields, changed in place. */
export function OwnFacts({ leadId, values }: OwnFactsProps) {
  const fields = useOwnFields();
  const [editing, setEditing] = useState(false);
  if (fields.length === 0) {
    return (
      <p className="text-muted-foreground text-sm">
        Nenhum campo ainda. Crie os seus em “Campos”, acima da tabela.
      </p>
    );
  }
  if (editing) {
    return (
      <OwnValuesForm
        leadId={leadId}
        values={values}
        fields={fields}
        onDone={() => setEditing(false)}
      />
    );
  }
  return (
    <div className="flex items-start gap-2">
      <dl className="grid flex-1 grid-cols-[8rem_1fr] items-baseline gap-x-3 gap-y-2.5 text-sm">
        {fields.map((field) => (
          <div key={field.key} className="contents">
            <dt className="min-w-0 break-words text-muted-foreground">{field.name}</dt>
            <dd className="min-w-0 whitespace-pre-line break-words">
              {showOwnValue(field.kind, values[field.key]) === "" ? (
                <span className="text-muted-foreground">–</span>
              ) : (
                <OwnValueText kind={field.kind} value={values[field.key]} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Editar campos"
        onClick={() => setEditing(true)}
      >
        <Pencil aria-hidden />
      </Button>
    </div>
  );
}

interface OwnValuesFormProps extends OwnFactsProps {
  fields: readonly OwnField[];
  onDone: () => void;
}

function OwnValuesForm({ leadId, values, fields, onDone }: OwnValuesFormProps) {
  const [typed, setTyped] = useState<Record<string, string | string[]>>(() =>
    Object.fromEntries(fields.map(({ key }) => [key, toTypedValue(values[key])])),
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useMutation({
    ...ownFieldMutations.setValues(useQueryClient()),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof AppError && error.fields) setProblems(error.fields);
      else notifyError(errorText(error));
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const changed = fields.filter(
      ({ key }) => JSON.stringify(typed[key]) !== JSON.stringify(toTypedValue(values[key])),
    );
    const wrong = changed.flatMap((field) => {
      const read = readOwnValue(field, typed[field.key]);
      return read.ok ? [] : [[`own.${field.key}`, read.reason] as const];
    });
    setProblems(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    if (changed.length === 0) return onDone();
    const own = Object.fromEntries(
      changed.map(({ key }) => {
        const value = typed[key] ?? "";
        return [key, value.length === 0 ? null : value];
      }),
    );
    save.mutate({ leadId, own });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Campos" className="rounded-lg bg-muted p-3">
      <div className="grid gap-x-3 sm:grid-cols-2">
        {fields.map((field) => (
          <Field key={field.key} label={field.name} error={problems[`own.${field.key}`]}>
            {(control) => (
              <OwnValueInput
                {...control}
                field={field}
                value={typed[field.key] ?? ""}
                onChange={(value) => {
                  setTyped((all) => ({ ...all, [field.key]: value }));
                  setProblems(({ [`own.${field.key}`]: _gone, ...others }) => others);
                }}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancelar
        </Button>
        <Button type="submit" size="sm" loading={save.isPending}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
