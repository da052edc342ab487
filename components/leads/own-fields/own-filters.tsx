"use client";

import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { DateInput } from "@/components/shared/forms/date-input";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { MultiSelect } from "@/components/ui/multi-select";
import { NativeSelect } from "@/components/ui/native-select";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import {
  CONDITION_VALUE_MAX_LENGTH,
  formatOwnConditions,
  listOperators,
  MOST_CONDITION_VALUES,
  MOST_OWN_CONDITIONS,
  OWN_OPERATOR_LABEL,
  type OwnCondition,
  type OwnOperator,
  parseOwnConditions,
  takesValues,
  toStoredCondition,
} from "@/lib/domain/leads/own-conditions";
import { hasChoices } from "@/lib/domain/leads/own-fields";
import { formatDay } from "@/lib/format";
import { useOwnFields } from "./own-fields.queries";

interface OwnFiltersProps {
  /** As the address holds them. */
  value: string;
  onChange: (value: string) => void;
}

/** Adds conditions on own fields; nothing without fields. */
export function OwnFilterAdder({ value, onChange }: OwnFiltersProps) {
  const fields = useOwnFields();
  const id = useId();
  const [key, setKey] = useState("");
  const [chosen, setOperator] = useState<OwnOperator | null>(null);
  const [values, setValues] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  if (fields.length === 0) return null;
  const conditions = parseOwnConditions(value) ?? [];
  const field = fields.find((each) => each.key === key) ?? fields[0];
  if (!field) return null;
  const operators = listOperators(field);
  const operator = chosen && operators.includes(chosen) ? chosen : operators[0];
  const isFull = conditions.length >= MOST_OWN_CONDITIONS;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!field || !operator) return;
    const given = takesValues(operator) ? values.map((each) => each.trim()).filter(Boolean) : [];
    const condition = { key: field.key, operator, values: given };
    const text = formatOwnConditions([...conditions, condition]);
    const isComplete = parseOwnConditions(text) !== null && toStoredCondition(field, condition);
    if (!isComplete) return setProblem("Complete o valor do filtro.");
    setValues([]);
    setProblem(undefined);
    onChange(text);
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Filtrar por campo"
      className="mb-3 flex shrink-0 flex-wrap items-end gap-2 rounded-xl border border-border bg-card p-3 shadow-card"
    >
      <div className="min-w-36 flex-1 sm:flex-none">
        <label htmlFor={`${id}-field`} className={labelClasses}>
          Campo
        </label>
        <NativeSelect
          id={`${id}-field`}
          value={field.key}
          onChange={({ target }) => {
            setKey(target.value);
            setValues([]);
            setProblem(undefined);
          }}
        >
          {fields.map((each) => (
            <option key={each.key} value={each.key}>
              {each.name}
            </option>
          ))}
        </NativeSelect>
      </div>
      <div className="min-w-36 flex-1 sm:flex-none">
        <label htmlFor={`${id}-operator`} className={labelClasses}>
          Condição
        </label>
        <NativeSelect
          id={`${id}-operator`}
          value={operator}
          onChange={({ target }) => {
            setOperator(target.value as OwnOperator);
            setProblem(undefined);
          }}
        >
          {operators.map((each) => (
            <option key={each} value={each}>
              {OWN_OPERATOR_LABEL[each]}
            </option>
          ))}
        </NativeSelect>
      </div>
      {operator && takesValues(operator) && (
        <ValueInputs
          id={`${id}-value`}
          field={field}
          count={operator === "between" ? 2 : 1}
          values={values}
          onChange={(changed) => {
            setValues(changed);
            setProblem(undefined);
          }}
        />
      )}
      <Button type="submit" variant="outline" disabled={isFull}>
        <Plus aria-hidden />
        Filtrar
      </Button>
      {(problem || isFull) && (
        <p role="status" className="basis-full text-muted-foreground text-xs">
          {problem ?? `Até ${MOST_OWN_CONDITIONS} condições de cada vez.`}
        </p>
      )}
    </form>
  );
}

interface ValueInputsProps {
  id: string;
  field: OwnField;
  count: number;
  values: string[];
  onChange: (values: string[]) => void;
}

function ValueInputs({ id, field, count, values, onChange }: ValueInputsProps) {
  if (hasChoices(field.kind)) {
    return (
      <div className="min-w-44 flex-1 sm:max-w-72">
        <label htmlFor={`${id}-0`} className={labelClasses}>
          Opções
        </label>
        <MultiSelect
          id={`${id}-0`}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          chosen={values}
          most={MOST_CONDITION_VALUES}
          placeholder="Escolha"
          emptyText="Nada encontrado"
          onChange={(chosen) => onChange([...chosen])}
        />
      </div>
    );
  }
  return ["Valor", "e"].slice(0, count).map((label, at) => {
    const value = values[at] ?? "";
    const change = (text: string) =>
      onChange(
        Array.from({ length: count }, (_, each) => (each === at ? text : (values[each] ?? ""))),
      );
    return (
      <div key={label} className="min-w-32 flex-1 sm:max-w-56">
        <label htmlFor={`${id}-${at}`} className={labelClasses}>
          {label}
        </label>
        {field.kind === "date" ? (
          <DateInput id={`${id}-${at}`} value={value} onChange={change} />
        ) : (
          <Input
            id={`${id}-${at}`}
            value={value}
            inputMode={field.kind === "number" ? "decimal" : "text"}
            maxLength={CONDITION_VALUE_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => change(target.value)}
          />
        )}
      </div>
    );
  });
}

/** The conditions in words; each can be taken away. */
export function OwnFilterChips({ value, onChange }: OwnFiltersProps) {
  const fields = useOwnFields();
  const conditions = parseOwnConditions(value) ?? [];
  return conditions.map((condition, at) => {
    const field = fields.find(({ key }) => key === condition.key);
    const label = field?.name ?? condition.key;
    const text = field ? toWords(field, condition) : "campo excluído, não filtra";
    const others = conditions.filter((_other, place) => place !== at);
    return (
      <li key={formatOwnConditions([condition])} className="min-w-0 max-w-full">
        <button
          type="button"
          title={text}
          aria-label={`Remover filtro ${label}: ${text}`}
          onClick={() => onChange(formatOwnConditions(others))}
          className="flex h-8 max-w-full items-center gap-1.5 rounded-lg border border-border bg-accent px-2.5 text-[0.8125rem] hover:border-input pointer-coarse:h-10"
        >
          <span className="shrink-0 text-muted-foreground">{label}:</span>
          <span className="max-w-80 truncate font-medium">{text}</span>
          <X className="size-3.5 shrink-0 text-muted-foreground" aria-hidden />
        </button>
      </li>
    );
  });
}

function toWords(field: OwnField, { operator, values }: OwnCondition): string {
  const shown = values.map((value) => (field.kind === "date" ? formatDay(value) : value));
  return [OWN_OPERATOR_LABEL[operator], shown.join(operator === "between" ? " e " : ", ")]
    .filter(Boolean)
    .join(" ");
}

const labelClasses = "mb-1 block w-fit text-muted-foreground text-xs";
