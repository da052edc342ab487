"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useOwnFields } from "@/components/own-fields/own-fields.queries";
import { notifyError } from "@/components/shared/feedback/notify";
import { NativeSelect } from "@/components/ui/native-select";
import type { ImportDetails, ImportFile } from "@/lib/contracts/leads/imports";
import {
  CONTACT_TARGETS,
  type ColumnMapping,
  type ColumnTarget,
  type NewColumnField,
  OTHER_TARGET_LABEL,
} from "@/lib/domain/imports/import-columns";
import { LEAD_FIELD_NAMES, LEAD_FIELDS } from "@/lib/domain/leads/lead-fields";
import { OWN_FIELD_NAME_MAX_LENGTH, ownColumn } from "@/lib/domain/leads/own-fields";
import { errorText } from "@/lib/error-text";
import { importQueries } from "./imports.queries";
import { asKind, NewColumnFieldForm } from "./new-column-field";

interface ColumnMappingEditorProps {
  draft: ImportDetails;
  mapping: ColumnMapping;
  newFields: readonly NewColumnField[];
  /** Sentences under `new_fields.<n>.<name>`. */
  problems: Record<string, string>;
  onMap: (column: number, target: ColumnTarget | null) => void;
  /** A new field of a column that has none yet, or a changed one. */
  onChangeField: (field: NewColumnField) => void;
}

const NEW_FIELD = "new";

/** Maps each column of the file, shown with sample values, to a field of leads, or to a new one. */
export function ColumnMappingEditor(props: ColumnMappingEditorProps) {
  const { draft, mapping, newFields, problems, onMap, onChangeField } = props;
  const { file } = draft;
  const id = useId();
  const client = useQueryClient();
  const ownFields = useOwnFields();
  /** The column whose values are being read. */
  const [reading, setReading] = useState<number | null>(null);

  async function makeField(column: number) {
    setReading(column);
    try {
      const found = await client.fetchQuery(importQueries.column(draft.import.id, column));
      const name = (file.columns[column] ?? "").trim().slice(0, OWN_FIELD_NAME_MAX_LENGTH);
      onChangeField({ column, name, ...asKind(found.field, found.field.kind) });
    } catch (error) {
      notifyError(errorText(error));
    } finally {
      setReading(null);
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
              </div>
              <NativeSelect
                id={`${id}-${at}`}
                value={field || reading === at ? NEW_FIELD : isKnown ? target : ""}
                disabled={reading === at}
                aria-busy={reading === at}
                onChange={({ target: { value } }) =>
                  value === NEW_FIELD
                    ? void makeField(at)
                    : onMap(at, (value || null) as ColumnTarget | null)
                }
              >
                <option value="">Não importar</option>
                <option value={NEW_FIELD}>Criar campo “{column}”</option>
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
                  <option value="other.name">{OTHER_TARGET_LABEL["other.name"]}</option>
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
                  onChange={onChangeField}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function listSamples(file: ImportFile, column: number): string {
  const values = file.preview.map(({ cells }) => cells[column]?.trim() ?? "");
  return [...new Set(values.filter(Boolean))].join(" · ");
}
