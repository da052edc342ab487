"use client";

import { DateInput } from "@/components/shared/forms/date-input";
import { Input } from "@/components/ui/input";
import { MultiSelect } from "@/components/ui/multi-select";
import { NativeSelect } from "@/components/ui/native-select";
import type { OwnField } from "@/lib/contracts/leads/own-fields";
import { MOST_CHOICES, OWN_TEXT_MAX_LENGTH, type OwnValue } from "@/lib/domain/leads/own-fields";

interface OwnValueInputProps {
  field: OwnField;
  /** As it is typed; a choice of many is an array. */
  value: string | string[];
  onChange: (value: string | string[]) => void;
  id: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string | undefined;
}

/** The control that fits a field's kind. */
export function OwnValueInput({ field, value, onChange, ...control }: OwnValueInputProps) {
  const text = Array.isArray(value) ? "" : value;
  if (field.kind === "date") return <DateInput {...control} value={text} onChange={onChange} />;
  if (field.kind === "choices") {
    return (
      <MultiSelect
        {...control}
        options={field.choices.map((choice) => ({ value: choice, label: choice }))}
        chosen={Array.isArray(value) ? value : []}
        most={MOST_CHOICES}
        placeholder="Nenhuma"
        emptyText="Nada encontrado"
        onChange={(chosen) => onChange([...chosen])}
      />
    );
  }
  const options =
    field.kind === "yes_no" ? ["Sim", "Não"] : field.kind === "choice" ? field.choices : null;
  if (options) {
    return (
      <NativeSelect {...control} value={text} onChange={({ target }) => onChange(target.value)}>
        <option value="">–</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </NativeSelect>
    );
  }
  const inputMode =
    field.kind === "number"
      ? "decimal"
      : field.kind === "link"
        ? "url"
        : field.kind === "phone"
          ? "tel"
          : "text";
  return (
    <Input
      {...control}
      value={text}
      inputMode={inputMode}
      maxLength={OWN_TEXT_MAX_LENGTH}
      autoComplete="off"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** A value as its control holds it. */
export function toTypedValue(value: OwnValue | undefined): string | string[] {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  if (typeof value === "number") return String(value).replace(".", ",");
  return value;
}
