"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/shared/forms/form";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import type { ColumnField } from "@/lib/contracts/leads/imports";
import type { NewColumnField } from "@/lib/domain/imports/import-columns";
import {
  hasChoices,
  OWN_FIELD_KIND_LABEL,
  OWN_FIELD_KINDS,
  OWN_FIELD_NAME_MAX_LENGTH,
  type OwnFieldKind,
} from "@/lib/domain/leads/own-fields";
import { errorText } from "@/lib/error-text";
import { countOf, formatNumber } from "@/lib/format";
import { importQueries } from "./imports.queries";

interface NewColumnFieldFormProps {
  importId: number;
  rowsTotal: number;
  field: NewColumnField;
  problems: { name?: string | undefined; choices?: string | undefined };
  onChange: (field: NewColumnField) => void;
}

const MOST_NAMED = 8;

/** The values of each kind, in words. */
const VALUES_ARE: Record<OwnFieldKind, string> = {
  text: "são textos que cabem no campo",
  number: "são números",
  date: "são datas",
  choice: "são uma das opções",
  choices: "são opções",
  yes_no: "são sim ou não",
  link: "são links",
  phone: "são telefones",
};

/** Name and kind of the own field that the import will create for a column, with how many values the kind can read. */
export function NewColumnFieldForm(props: NewColumnFieldFormProps) {
  const { importId, rowsTotal, field, problems, onChange } = props;
  const query = useQuery(importQueries.column(importId, field.column));
  const column = query.data;
  return (
    <div className="grid gap-x-4 rounded-lg bg-muted p-3 pb-2 sm:col-span-2 sm:grid-cols-2">
      <Field label="Nome do novo campo" error={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={field.name}
            maxLength={OWN_FIELD_NAME_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...field, name: target.value })}
          />
        )}
      </Field>
      <Field
        label="Tipo"
        error={problems.choices ?? (query.isError ? errorText(query.error) : undefined)}
        help={column ? describeReading(column, field.kind, rowsTotal) : "Lendo os valores..."}
      >
        {(control) => (
          <NativeSelect
            {...control}
            value={field.kind}
            disabled={!column}
            onChange={({ target }) =>
              column && onChange({ ...field, ...asKind(column, target.value as OwnFieldKind) })
            }
          >
            {OWN_FIELD_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {OWN_FIELD_KIND_LABEL[kind]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
    </div>
  );
}

/** A field of that kind; a choice has the file's values to choose from. */
export function asKind(column: ColumnField, kind: OwnFieldKind) {
  const choices = kind === "choice" || kind === "choices" ? column[kind].choices : [];
  return { kind, choices: [...choices] };
}

function describeReading(column: ColumnField, kind: OwnFieldKind, rowsTotal: number): string {
  const label = OWN_FIELD_KIND_LABEL[kind];
  const read = `${formatNumber(column.read[kind] ?? 0)} de ${countOf(column.values, "valor lido", "valores lidos")}`;
  const sample =
    column.rows < rowsTotal ? `, nas primeiras ${formatNumber(column.rows)} linhas` : "";
  const sentence = `${label}: ${read} ${VALUES_ARE[kind]}${sample}.`;
  if (!hasChoices(kind)) return sentence;
  const { choices, distinct } = column[kind as "choice" | "choices"];
  const named = `${choices.slice(0, MOST_NAMED).join(", ")}${choices.length > MOST_NAMED ? "…" : ""}`;
  return distinct > choices.length
    ? `${sentence} Há ${formatNumber(distinct)} valores diferentes, e ${formatNumber(choices.length)} deles podem ser opções: ${named}. Os outros ficam de fora.`
    : `${sentence} ${countOf(choices.length, "opção", "opções")}: ${named}.`;
}
