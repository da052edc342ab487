"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useDirtyForm } from "@/components/shared/feedback/use-close-question";
import { fieldsFirst } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { type OwnValues, showOwnValue } from "@/lib/domain/leads/own-fields";
import { ownFieldMutations, useOwnFields } from "./own-fields.queries";
import { OwnValueText } from "./own-value-text";
import { OwnValueFields, useTypedOwn } from "./typed-own";

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
    return <OwnValuesForm leadId={leadId} values={values} onDone={() => setEditing(false)} />;
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
  onDone: () => void;
}

function OwnValuesForm({ leadId, values, onDone }: OwnValuesFormProps) {
  const own = useTypedOwn(values);
  useDirtyForm(own.isDirty);
  const save = useMutation({
    ...ownFieldMutations.setValues(useQueryClient()),
    onSuccess: onDone,
    meta: { failure: fieldsFirst(own.showProblems) },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const given = own.check();
    if (given === null) return;
    if (Object.keys(given).length === 0) return onDone();
    save.mutate({ leadId, own: given });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Campos" className="rounded-lg bg-muted p-3">
      <OwnValueFields own={own} />
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
