"use client";

import { X } from "lucide-react";
import { OwnFilterChips } from "@/components/leads/own-fields/own-filters";
import { Button } from "@/components/ui/button";
import { formatDay, formatReais } from "@/lib/format";
import { type LeadFilterName, NO_FILTERS } from "./lead-params";
import { CHOICE_FILTERS, splitChoices, useFilterOptions } from "./use-filter-options";

interface LeadFilterChipsProps {
  values: Record<LeadFilterName, string>;
  onChange: (change: Partial<Record<LeadFilterName, string>>) => void;
}

/** The active filters, in words; each can be removed. */
export function LeadFilterChips({ values, onChange }: LeadFilterChipsProps) {
  const { options } = useFilterOptions({
    lists: values.list_id !== "",
    chosenLists: values.list_id,
    cities: false,
  });
  const chips = [
    ...CHOICE_FILTERS.map(({ name, label }) => ({
      name,
      label,
      text: toWords(values[name], options[name]),
    })),
    { name: "value_min", label: "Valor de", text: toMoneyText(values.value_min) },
    { name: "value_max", label: "Valor até", text: toMoneyText(values.value_max) },
    { name: "created_from", label: "Criado de", text: toDayText(values.created_from) },
    { name: "created_to", label: "Criado até", text: toDayText(values.created_to) },
  ] as const;
  const shown = chips.filter(({ text }) => text !== "");
  if (shown.length === 0 && values.own === "") return null;
  return (
    <ul aria-label="Filtros ativos" className="mb-3 flex shrink-0 flex-wrap items-center gap-2">
      {shown.map(({ name, label, text }) => (
        <li key={name} className="min-w-0 max-w-full">
          <button
            type="button"
            title={text}
            aria-label={`Remover filtro ${label}: ${text}`}
            onClick={() => onChange({ [name]: "" })}
            className="flex h-8 max-w-full items-center gap-1.5 rounded-lg border border-border bg-accent px-2.5 text-[0.8125rem] hover:border-input pointer-coarse:h-10"
          >
            <span className="shrink-0 text-muted-foreground">{label}:</span>
            <span className="max-w-80 truncate font-medium">{text}</span>
            <X className="size-3.5 shrink-0 text-muted-foreground" aria-hidden />
          </button>
        </li>
      ))}
      <OwnFilterChips value={values.own} onChange={(own) => onChange({ own })} />
      <li>
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTERS)}>
          Limpar filtros
        </Button>
      </li>
    </ul>
  );
}

/** Statuses with the same meaning share one word. */
function toWords(values: string, options: readonly { value: string; label: string }[]): string {
  const labels = splitChoices(values).map(
    (value) => options.find((option) => option.value === value)?.label ?? value,
  );
  return [...new Set(labels)].join(", ");
}

function toMoneyText(reais: string): string {
  return reais && formatReais(Number(reais));
}

function toDayText(day: string): string {
  return day && formatDay(day);
}
