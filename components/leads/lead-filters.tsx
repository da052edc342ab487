"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { listQueries } from "@/components/lists/lists.queries";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { LEAD_SOURCES } from "@/lib/domain/leads/lead-list";
import { LEAD_STATUSES } from "@/lib/domain/leads/lead-status";
import { LEAD_SOURCE_LABEL, LEAD_STATUS_LABEL } from "./lead-labels";
import { leadQueries } from "./leads.queries";
import { LEAD_FILTERS, type LeadFilterName } from "./use-lead-params";

interface LeadFiltersProps {
  values: Record<LeadFilterName, string>;
  onChange: (change: Partial<Record<LeadFilterName, string>>) => void;
}

export function LeadFilters({ values, onChange }: LeadFiltersProps) {
  const id = useId();
  const lists = useQuery(listQueries.choices());
  const cities = useQuery(leadQueries.cities());
  const choices: { name: LeadFilterName; label: string; all: string; options: FilterOption[] }[] = [
    {
      name: "status",
      label: "Status",
      all: "Todos",
      options: LEAD_STATUSES.map((status) => [status, LEAD_STATUS_LABEL[status]]),
    },
    {
      name: "list_id",
      label: "Lista",
      all: "Todas",
      options: (lists.data ?? []).map(({ id, name }) => [String(id), name]),
    },
    {
      name: "source",
      label: "Origem",
      all: "Todas",
      options: LEAD_SOURCES.map((source) => [source, LEAD_SOURCE_LABEL[source]]),
    },
    {
      name: "city",
      label: "Cidade",
      all: "Todas",
      options: (cities.data ?? []).map((city) => [city, city]),
    },
  ];
  return (
    <fieldset className="mb-3 grid shrink-0 grid-cols-2 gap-2 rounded-xl border border-border bg-card p-3 shadow-card sm:grid-cols-3 xl:grid-cols-6">
      <legend className="sr-only">Filtros</legend>
      {choices.map(({ name, label, all, options }) => (
        <div key={name} className="min-w-0">
          <label htmlFor={`${id}-${name}`} className={labelClasses}>
            {label}
          </label>
          <NativeSelect
            id={`${id}-${name}`}
            value={values[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          >
            <option value="">{all}</option>
            {includeChosen(options, values[name]).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </NativeSelect>
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
      {LEAD_FILTERS.some((name) => values[name] !== "") && (
        <Button
          variant="ghost"
          size="sm"
          className="col-span-full justify-self-start"
          onClick={() => onChange(Object.fromEntries(LEAD_FILTERS.map((name) => [name, ""])))}
        >
          Limpar filtros
        </Button>
      )}
    </fieldset>
  );
}

type FilterOption = readonly [value: string, text: string];

/** Adds the value from the URL to the options if it is missing. */
function includeChosen(options: FilterOption[], chosen: string): FilterOption[] {
  const known = chosen === "" || options.some(([value]) => value === chosen);
  return known ? options : [...options, [chosen, chosen]];
}

interface DayFieldProps {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
}

/** Typing a year passes through 0002 and 0020, and editing a date through an empty value: neither is applied. */
function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);

  function type(day: string) {
    setTyped(day);
    if (/^(19|20)/.test(day)) onChange(day);
  }

  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClasses}>
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={typed}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (typed === "" && value !== "") onChange("");
          else setTyped(value);
        }}
      />
    </div>
  );
}

const labelClasses = "mb-1 block w-fit text-muted-foreground text-xs";
