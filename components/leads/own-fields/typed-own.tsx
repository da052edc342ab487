import { useState } from "react";
import { Field } from "@/components/shared/forms/form";
import type { GivenOwnValues, OwnField } from "@/lib/contracts/leads/own-fields";
import { type OwnValues, readOwnValue } from "@/lib/domain/leads/own-fields";
import { useOwnFields } from "./own-fields.queries";
import { OwnValueInput, toTypedValue } from "./own-value-input";

type Typed = string | string[];

export interface TypedOwn {
  fields: readonly OwnField[];
  read: (key: string) => Typed;
  write: (key: string, value: Typed) => void;
  /** By `own.<key>`, the API's names. */
  problems: Readonly<Record<string, string>>;
  showProblems: (problems: Readonly<Record<string, string>>) => void;
  isDirty: boolean;
  /** The values to save, if all are valid; null otherwise, and the fields show the errors. */
  check: () => GivenOwnValues | null;
}

/** The text typed into a lead's own fields until it is saved. */
export function useTypedOwn(values: OwnValues): TypedOwn {
  const fields = useOwnFields();
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const read = (key: string) => typed[key] ?? toTypedValue(values[key]);
  const changed = fields.filter(
    ({ key }) => JSON.stringify(read(key)) !== JSON.stringify(toTypedValue(values[key])),
  );
  return {
    fields,
    read,
    problems,
    showProblems: setProblems,
    isDirty: changed.length > 0,
    write(key, value) {
      setTyped((all) => ({ ...all, [key]: value }));
      setProblems(({ [`own.${key}`]: _gone, ...others }) => others);
    },
    check() {
      const wrong = changed.flatMap((field) => {
        const stored = readOwnValue(field, read(field.key));
        return stored.ok ? [] : [[`own.${field.key}`, stored.reason] as const];
      });
      setProblems(Object.fromEntries(wrong));
      if (wrong.length > 0) return null;
      return Object.fromEntries(
        changed.map(({ key }) => [key, read(key).length === 0 ? null : read(key)]),
      );
    },
  };
}

/** A control for each own field, in two columns. */
export function OwnValueFields({ own }: { own: TypedOwn }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      {own.fields.map((field) => (
        <Field key={field.key} label={field.name} error={own.problems[`own.${field.key}`]}>
          {(control) => (
            <OwnValueInput
              {...control}
              field={field}
              value={own.read(field.key)}
              onChange={(value) => own.write(field.key, value)}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
