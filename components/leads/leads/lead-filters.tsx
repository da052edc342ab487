"use client";

import { useId, useState } from "react";
import { useTeam } from "@/components/session/team.queries";
import { DateInput } from "@/components/shared/forms/date-input";
import { Input } from "@/components/ui/input";
import { MultiSelect } from "@/components/ui/multi-select";
import { MOST_FILTER_VALUES } from "@/lib/contracts/leads/lead-filter";
import { toReais } from "@/lib/domain/billing/money";
import { readTypedValue, WRONG_VALUE } from "@/lib/domain/leads/typed-value";
import type { LeadFilterName } from "./lead-params";
import { CHOICE_FILTERS, splitChoices, useFilterOptions } from "./use-filter-options";

interface LeadFiltersProps {
  values: Record<LeadFilterName, string>;
  onChange: (change: Partial<Record<LeadFilterName, string>>) => void;
}

export function LeadFilters({ values, onChange }: LeadFiltersProps) {
  const id = useId();
  const { isTeam } = useTeam();
  const { options, searchLists, searchingLists } = useFilterOptions({
    lists: true,
    chosenLists: values.list_id,
    cities: true,
  });
  return (
    <fieldset className="mb-3 grid shrink-0 grid-cols-2 gap-2 rounded-xl border border-border bg-card p-3 shadow-card sm:grid-cols-3 xl:grid-cols-7">
      <legend className="sr-only">Filtros</legend>
      {CHOICE_FILTERS.filter(({ name }) => isTeam || name !== "seller").map(
        ({ name, label, none }) => (
          <div key={name} className="min-w-0">
            <label htmlFor={`${id}-${name}`} className={labelClasses}>
              {label}
            </label>
            <MultiSelect
              id={`${id}-${name}`}
              options={options[name].filter(
                ({ offered = true, value }) =>
                  offered || splitChoices(values[name]).includes(value),
              )}
              chosen={splitChoices(values[name])}
              most={MOST_FILTER_VALUES}
              placeholder={none}
              emptyText={name === "list_id" && searchingLists ? "Procurando..." : "Nada encontrado"}
              onType={name === "list_id" ? searchLists : undefined}
              onChange={(chosen) => onChange({ [name]: chosen.join(",") })}
            />
          </div>
        ),
      )}
      <ValueField
        label="Valor de (R$)"
        value={values.value_min}
        onChange={(value_min) => onChange({ value_min })}
      />
      <ValueField
        label="Valor até (R$)"
        value={values.value_max}
        onChange={(value_max) => onChange({ value_max })}
      />
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

interface ValueFieldProps {
  label: string;
  /** As the address holds it: '1500.5'; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** An amount in reais, applied when the field loses focus. Text that is no amount stays, with an error below it. */
function ValueField({ label, value, onChange }: ValueFieldProps) {
  const id = useId();
  const [isWrong, setIsWrong] = useState(false);
  const shown = value.replace(".", ",");
  function commit(typed: string) {
    const cents = readTypedValue(typed);
    setIsWrong(cents === undefined);
    if (cents !== undefined) onChange(cents === null ? "" : String(toReais(cents)));
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClasses}>
        {label}
      </label>
      <Input
        key={shown}
        id={id}
        inputMode="decimal"
        autoComplete="off"
        placeholder="Qualquer"
        defaultValue={shown}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        onBlur={({ target }) => commit(target.value)}
        onKeyDown={(event) => event.key === "Enter" && commit(event.currentTarget.value)}
      />
      {isWrong && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger-text text-xs">
          {WRONG_VALUE}
        </p>
      )}
    </div>
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
