"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useOwnFields } from "@/components/leads/own-fields/own-fields.queries";
import { useCan } from "@/components/session/session-context";
import { notifyError } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/native-select";
import type { ImportDetails, ImportFile } from "@/lib/contracts/leads/imports";
import { nameColumnField } from "@/lib/domain/imports/column-field";
import {
  CONTACT_TARGETS,
  type ColumnMapping,
  type ColumnTarget,
  type NewColumnField,
  OTHER_TARGET_LABEL,
  PART_TARGETS,
} from "@/lib/domain/imports/import-columns";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { ownColumn } from "@/lib/domain/leads/own-fields";
import { errorText } from "@/lib/error-text";
import { countOf } from "@/lib/format";
import { importQueries } from "./imports.queries";
import { asKind, NewColumnFieldForm } from "./new-column-field";

interface ColumnMappingEditorProps {
  draft: ImportDetails;
  mapping: ColumnMapping;
  newFields: readonly NewColumnField[];
  /** Sentences under `new_fields.<n>.<name>`. */
  problems: Record<string, string>;
  onMap: (column: number, target: ColumnTarget | null) => void;
  /** New fields of columns that have none yet, or a changed one. */
  onChangeFields: (fields: NewColumnField[]) => void;
}

const NEW_FIELD = "new";
const NUMBER_TARGETS: ReadonlySet<ColumnTarget> = new Set<ColumnTarget>([
  ...(["whatsapp", "phone", "other.whatsapp", "other.phone"] as const),
]);

/** Maps each column of the file, shown with sample values, to a field of leads, or to a new one. */
export function ColumnMappingEditor(props: ColumnMappingEditorProps) {
  const { draft, mapping, newFields, problems, onMap, onChangeFields } = props;
  const { file } = draft;
  const id = useId();
  const client = useQueryClient();
  const ownFields = useOwnFields();
  const makesFields = useCan("manager");
  /** The columns whose values are being read. */
  const [reading, setReading] = useState<readonly number[]>([]);
  const left = file.columns.flatMap((name, at) =>
    !mapping[at] && !newFields.some(({ column }) => column === at) && file.values[at]?.count
      ? [{ name, at }]
      : [],
  );
  const hasNumbers = mapping.some((target) => target && NUMBER_TARGETS.has(target));
  const numbers = hasNumbers ? undefined : left.find(({ at }) => file.values[at]?.numbers);

  async function makeFields(columns: readonly number[]) {
    setReading(columns);
    const taken = [...ownFields, ...newFields].map(({ name }) => name);
    try {
      const made: NewColumnField[] = [];
      for (const column of columns) {
        const found = await client.fetchQuery(importQueries.column(draft.import.id, column));
        const name = nameColumnField(file.columns[column] ?? "", taken);
        taken.push(name);
        made.push({ column, name, ...asKind(found.field, found.field.kind) });
      }
      onChangeFields(made);
    } catch (error) {
      notifyError(errorText(error));
    } finally {
      setReading([]);
    }
  }

  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mb-2 font-medium text-sm">
        O que cada coluna significa
      </h3>
      <ul className="divide-y divide-border rounded-xl border border-border">
        {file.columns.map((column, at) => {
          const made = newFields.findIndex((field) => field.column === at);
          const field = newFields[made];
          const target = mapping[at] ?? "";
          const isKnown =
            !target.startsWith("own.") || ownFields.some(({ key }) => ownColumn(key) === target);
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; two may share a name
              key={at}
              className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
            >
              <div className="min-w-0">
                <label htmlFor={`${id}-${at}`} className="block truncate font-medium text-sm">
                  {column}
                </label>
                <p className="truncate text-[0.8125rem] text-muted-foreground">
                  {listSamples(file, at) || "Sem valores nas primeiras linhas"}
                </p>
                {file.values[at]?.reason && (
                  <p className="text-[0.8125rem] text-muted-foreground">
                    {file.values[at].reason}
                    {file.values[at].month_first && ", com o mês antes do dia"}
                  </p>
                )}
              </div>
              <NativeSelect
                id={`${id}-${at}`}
                value={field || reading.includes(at) ? NEW_FIELD : isKnown ? target : ""}
                disabled={reading.includes(at)}
                aria-busy={reading.includes(at)}
                onChange={({ target: { value } }) =>
                  value === NEW_FIELD
                    ? void makeFields([at])
                    : onMap(at, (value || null) as ColumnTarget | null)
                }
              >
                <option value="">Não importar</option>
                {makesFields && <option value={NEW_FIELD}>Criar campo “{column}”</option>}
                {ownFields.length > 0 && (
                  <optgroup label="Meus campos">
                    {ownFields.map(({ key, name }) => (
                      <option key={key} value={ownColumn(key)}>
                        {name}
                      </option>
                    ))}
                  </optgroup>
                )}
                <optgroup label="Campos do lead">
                  {LEAD_FIELD_NAMES.map((name) => (
                    <option key={name} value={name}>
                      {LEAD_FIELDS[name].label}
                    </option>
                  ))}
                  {(["other.name", ...PART_TARGETS] as const).map((name) => (
                    <option key={name} value={name}>
                      {OTHER_TARGET_LABEL[name]}
                    </option>
                  ))}
                </optgroup>
                <optgroup label="Outros contatos">
                  {CONTACT_TARGETS.map((name) => (
                    <option key={name} value={name}>
                      {OTHER_TARGET_LABEL[name]}
                    </option>
                  ))}
                </optgroup>
              </NativeSelect>
              {field && (
                <NewColumnFieldForm
                  importId={draft.import.id}
                  rowsTotal={draft.import.rows_total}
                  field={field}
                  problems={{
                    name: problems[`new_fields.${made}.name`],
                    choices:
                      problems[`new_fields.${made}.choices`] ?? problems[`new_fields.${made}.kind`],
                  }}
                  onChange={(changed) => onChangeFields([changed])}
                />
              )}
            </li>
          );
        })}
      </ul>
      {numbers && (
        <p className="mt-3 text-danger-text text-sm">
          Nenhuma coluna de número foi escolhida, e “{numbers.name}” parece ter números.
        </p>
      )}
      {left.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <p className="min-w-0 text-pretty break-words">
            {countOf(left.length, "coluna fica", "colunas ficam")} de fora:{" "}
            {left.map(({ name }) => name).join(", ")}.
          </p>
          {makesFields && (
            <Button
              variant="outline"
              size="sm"
              loading={reading.length > 0}
              onClick={() => makeFields(left.map(({ at }) => at))}
            >
              {left.length === 1 ? "Criar um campo dela" : "Criar campos delas"}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function listSamples(file: ImportFile, column: number): string {
  const values = file.preview.map(({ cells }) => cells[column]?.trim() ?? "");
  return [...new Set(values.filter(Boolean))].join(" · ");
}
