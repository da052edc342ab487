"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { geoQueries } from "@/components/discovery/geo.queries";
import { DateInput } from "@/components/shared/forms/date-input";
import { Field } from "@/components/shared/forms/form";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { MultiSelect } from "@/components/ui/multi-select";
import { NativeSelect } from "@/components/ui/native-select";
import {
  COMPANY_SIZES,
  REGISTRY_STATUSES,
  SIZE_LABEL,
  STATUS_LABEL,
} from "@/lib/domain/registry/registry-labels";
import { REGISTRY_MAX_VALUES } from "@/lib/domain/registry/registry-search";
import { joinValues, splitValues, toCodes } from "@/lib/domain/registry/search-texts";
import type { RegistryField, RegistryTexts } from "./registry-params";

interface RegistryMoreFiltersProps {
  texts: RegistryTexts;
  errors: Record<string, string>;
  onChange: (changed: Partial<RegistryTexts>) => void;
}

interface Choice {
  field: RegistryField;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

const CHOICES: readonly Choice[] = [
  {
    field: "situacao",
    label: "Situação",
    options: [
      ["", "Ativas"],
      ...REGISTRY_STATUSES.filter((status) => status !== "ativa").map(
        (status) => [status, STATUS_LABEL[status]] as const,
      ),
      ["todas", "Todas"],
    ],
  },
  {
    field: "estabelecimento",
    label: "Matriz ou filial",
    options: [
      ["", "Matriz e filiais"],
      ["matriz", "Só matriz"],
      ["filial", "Só filiais"],
    ],
  },
  {
    field: "mei",
    label: "MEI",
    options: [
      ["", "Com e sem MEI"],
      ["true", "Só MEI"],
      ["false", "Sem MEI"],
    ],
  },
  {
    field: "simples",
    label: "Simples Nacional",
    options: [
      ["", "Com e sem Simples"],
      ["true", "Só do Simples"],
      ["false", "Fora do Simples"],
    ],
  },
  {
    field: "aberta_dias",
    label: "Novas empresas",
    options: [
      ["", "De qualquer época"],
      ["30", "Últimos 30 dias"],
      ["90", "Últimos 90 dias"],
      ["180", "Últimos 6 meses"],
      ["365", "Último ano"],
    ],
  },
];

/** Typed; `digits` takes nothing else. */
const TYPED: readonly {
  field: RegistryField;
  label: string;
  placeholder: string;
  digits?: number;
}[] = [
  { field: "bairro", label: "Bairro", placeholder: "Ex.: Moema" },
  { field: "ddd", label: "DDD", placeholder: "Ex.: 11, 19", digits: 2 },
  {
    field: "natureza_juridica",
    label: "Natureza jurídica",
    placeholder: "Ex.: 2062, 2135",
    digits: 4,
  },
  { field: "capital_de", label: "Capital de (R$)", placeholder: "Ex.: 10000", digits: 12 },
  { field: "capital_ate", label: "Capital até (R$)", placeholder: "Ex.: 500000", digits: 12 },
];

const SIZES = COMPANY_SIZES.map((size) => ({ value: size, label: SIZE_LABEL[size] }));

const FLAGS = [
  ["com_telefone", "Com telefone"],
  ["com_celular", "Com celular"],
  ["com_email", "Com e-mail"],
  ["cnae_secundarios", "CNAE também secundário"],
  ["exterior", "Incluir do exterior"],
] as const;

export function RegistryMoreFilters({ texts, errors, onChange }: RegistryMoreFiltersProps) {
  const id = useId();
  const states = useQuery(geoQueries.states());
  const [firstUf = "", ...moreUfs] = splitValues(texts.uf);
  // Without a state of the form's own field, the whole country is searched.
  const otherStates = (firstUf === "" ? [] : (states.data ?? []))
    .filter(({ sigla }) => sigla !== firstUf)
    .map(({ sigla, nome }) => ({ value: sigla, label: nome }));
  return (
    <fieldset className="mt-1 border-border border-t pt-4">
      <legend className="sr-only">Mais filtros</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1 lg:grid-cols-3 2xl:grid-cols-6">
        {CHOICES.map(({ field, label, options }) => (
          <Field key={field} label={label}>
            {(control) => (
              <NativeSelect
                {...control}
                value={texts[field]}
                onChange={(event) => onChange({ [field]: event.target.value })}
              >
                {options.map(([value, text]) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        ))}
        <Field label="Porte" error={errors["porte"]}>
          {({ id: controlId }) => (
            <MultiSelect
              id={controlId}
              options={SIZES}
              chosen={splitValues(texts.porte)}
              most={SIZES.length}
              placeholder="Qualquer porte"
              emptyText="Nenhum porte encontrado."
              onChange={(chosen) => onChange({ porte: joinValues(chosen) })}
            />
          )}
        </Field>
        <Field label="Outros estados" error={errors["uf"]}>
          {({ id: controlId }) => (
            <MultiSelect
              id={controlId}
              options={otherStates}
              chosen={moreUfs}
              most={REGISTRY_MAX_VALUES - 1}
              placeholder={firstUf === "" ? "Escolha um estado antes" : "Nenhum outro"}
              emptyText="Nenhum estado encontrado."
              onChange={(chosen) => onChange({ uf: joinValues([firstUf, ...chosen]) })}
            />
          )}
        </Field>
        {TYPED.map(({ field, label, placeholder, digits }) => (
          <Field key={field} label={label} error={errors[field]}>
            {(control) => (
              <Input
                {...control}
                value={texts[field]}
                placeholder={placeholder}
                maxLength={200}
                inputMode={digits ? "numeric" : "text"}
                autoComplete="off"
                onChange={({ target: { value } }) =>
                  onChange({ [field]: digits ? toCodes(value, digits) : value })
                }
              />
            )}
          </Field>
        ))}
        <Field label="Aberta de" error={errors["aberta_de"]}>
          {(control) => (
            <DateInput
              {...control}
              value={texts.aberta_de}
              max={texts.aberta_ate}
              onChange={(day) => onChange({ aberta_de: day })}
            />
          )}
        </Field>
        <Field label="Aberta até" error={errors["aberta_ate"]}>
          {(control) => (
            <DateInput
              {...control}
              value={texts.aberta_ate}
              min={texts.aberta_de}
              onChange={(day) => onChange({ aberta_ate: day })}
            />
          )}
        </Field>
      </div>
      <div className="mb-3 flex flex-wrap gap-x-5 gap-y-1">
        {FLAGS.map(([field, label]) => (
          <div key={field} className="flex items-center text-sm" id={`${id}-${field}`}>
            <Checkbox
              label={label}
              checked={texts[field] === "true"}
              onChange={(checked) => onChange({ [field]: checked ? "true" : "" })}
            />
            <span aria-hidden>{label}</span>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
