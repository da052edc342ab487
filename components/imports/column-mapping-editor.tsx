import { useId } from "react";
import { NativeSelect } from "@/components/ui/native-select";
import type { ImportFile } from "@/lib/contracts/leads/imports";
import type { ColumnMapping } from "@/lib/domain/imports/import-columns";
import { LEAD_FIELD_NAMES, LEAD_FIELDS, type LeadFieldName } from "@/lib/domain/leads/lead-fields";

interface ColumnMappingEditorProps {
  file: ImportFile;
  mapping: ColumnMapping;
  onMap: (column: number, field: LeadFieldName | null) => void;
}

/** Maps each column of the file, shown with sample values, to a lead field. */
export function ColumnMappingEditor({ file, mapping, onMap }: ColumnMappingEditorProps) {
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="mb-2 font-medium text-sm">
        O que cada coluna significa
      </h3>
      <ul className="divide-y divide-border rounded-xl border border-border">
        {file.columns.map((column, at) => (
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
              value={mapping[at] ?? ""}
              onChange={(event) => onMap(at, (event.target.value || null) as LeadFieldName | null)}
            >
              <option value="">Não importar</option>
              {LEAD_FIELD_NAMES.map((field) => (
                <option key={field} value={field}>
                  {LEAD_FIELDS[field].label}
                </option>
              ))}
            </NativeSelect>
          </li>
        ))}
      </ul>
    </section>
  );
}

function listSamples(file: ImportFile, column: number): string {
  const values = file.preview.map(({ cells }) => cells[column]?.trim() ?? "");
  return [...new Set(values.filter(Boolean))].join(" · ");
}
