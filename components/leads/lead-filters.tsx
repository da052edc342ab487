"use client";

import { useId } from "react";
import { DateInput } from "@/components/shared/forms/date-input";
import { MultiSelect } from "@/components/ui/multi-select";
import { MOST_FILTER_VALUES } from "@/lib/contracts/leads/lead-filter";
import { CHOICE_FILTERS, splitChoices, useFilterOptions } from "./use-filter-options";
import type { LeadFilterName } from "./use-lead-params";

interface LeadFiltersProps {
  values: Record<LeadFilterName, string>;
  onChange: (change: Partial<Record<LeadFilterName, string>>) => void;
}

export function LeadFilters({ values, onChange }: LeadFiltersProps) {
  const id = useId();
  const { options, searchLists, searchingLists } = useFilterOptions({
    lists: true,
    chosenLists: values.list_id,
    cities: true,
  });
  return (
    <fieldset className="mb-3 grid shrink-0 grid-cols-2 gap-2 rounded-xl border border-border bg-card p-3 shadow-card sm:grid-cols-3 xl:grid-cols-7">
      <legend className="sr-only">Filtros</legend>
      {CHOICE_FILTERS.map(({ name, label, none }) => (
        <div key={name} className="min-w-0">
          <label htmlFor={`${id}-${name}`} className={labelClasses}>
            {label}
          </label>
          <MultiSelect
            id={`${id}-${name}`}
            options={options[name].filter(
              ({ offered = true, value }) => offered || splitChoices(values[name]).includes(value),
            )}
            chosen={splitChoices(values[name])}
            most={MOST_FILTER_VALUES}
            placeholder={none}
            emptyText={name === "list_id" && searchingLists ? "Procurando..." : "Nada encontrado"}
            onType={name === "list_id" ? searchLists : undefined}
            onChange={(chosen) => onChange({ [name]: chosen.join(",") })}
          />
        </div>
      ))}
      <DayField
        label="Criado de"
        value={values.created_from}
        max={values.created_to}
        onChange={(day) => onChange({ created_from: day })}
      />
      <DayField
        label="Criado até"
        value={values.created_to}
        min={values.created_from}
        onChange={(day) => onChange({ created_to: day })}
      />
    </fieldset>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClasses}>
        {label}
      </label>
      <DateInput id={id} value={value} min={min} max={max} onChange={onChange} />
    </div>
  );
}

const labelClasses = "mb-1 block w-fit text-muted-foreground text-xs";
