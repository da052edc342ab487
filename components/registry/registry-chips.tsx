"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { geoQueries } from "@/components/discovery/geo.queries";
import {
  COMPANY_SIZES,
  REGISTRY_STATUSES,
  SIZE_LABEL,
  STATUS_LABEL,
} from "@/lib/domain/registry/registry-labels";
import { splitValues } from "@/lib/domain/registry/search-texts";
import { formatDay } from "@/lib/format";
import { useCityNames } from "./cities-field";
import { REGISTRY_FIELDS, type RegistryField, type RegistryTexts } from "./registry-params";

const LABELS: Record<RegistryField, string> = {
  nome_fantasia: "Nome",
  uf: "Estado",
  cidade: "Cidade",
  cep: "CEP",
  cnae_primario: "CNAE",
  situacao: "Situação",
  estabelecimento: "Estabelecimento",
  porte: "Porte",
  mei: "MEI",
  simples: "Simples",
  bairro: "Bairro",
  ddd: "DDD",
  natureza_juridica: "Natureza jurídica",
  capital_de: "Capital de",
  capital_ate: "Capital até",
  cnae_secundarios: "CNAE",
  aberta_dias: "Abertas há até",
  aberta_de: "Aberta de",
  aberta_ate: "Aberta até",
  com_telefone: "Contato",
  com_celular: "Contato",
  com_email: "Contato",
  exterior: "Exterior",
};

/** Labels for the values of a field that are not shown unchanged. */
const WORDS: Partial<Record<RegistryField, Record<string, string>>> = {
  situacao: {
    ...Object.fromEntries(REGISTRY_STATUSES.map((status) => [status, STATUS_LABEL[status]])),
    todas: "todas",
  },
  estabelecimento: { matriz: "só matriz", filial: "só filiais" },
  porte: Object.fromEntries(COMPANY_SIZES.map((size) => [size, SIZE_LABEL[size]])),
  mei: { true: "só MEI", false: "sem MEI" },
  simples: { true: "só do Simples", false: "fora do Simples" },
  cnae_secundarios: { true: "também secundário" },
  com_telefone: { true: "com telefone" },
  com_celular: { true: "com celular" },
  com_email: { true: "com e-mail" },
  exterior: { true: "também do exterior" },
};

interface RegistryChipsProps {
  texts: RegistryTexts;
  onRemove: (field: RegistryField) => void;
}

/** The conditions of the search on the screen, in words; each can be removed. */
export function RegistryChips({ texts, onRemove }: RegistryChipsProps) {
  const cities = useCityNames(splitValues(texts.cidade));
  const states = useQuery(geoQueries.states());
  const toWords = (field: RegistryField) => {
    const text = texts[field];
    if (field === "cidade") return splitValues(text).map((code) => cities.get(code) ?? code);
    if (field === "uf")
      return splitValues(text).map(
        (uf) => states.data?.find(({ sigla }) => sigla === uf)?.nome ?? uf,
      );
    if (field === "aberta_dias") return [`${text} dias`];
    if (field === "aberta_de" || field === "aberta_ate") return [formatDay(text)];
    if (field === "capital_de" || field === "capital_ate") return [`R$ ${text}`];
    if (field === "nome_fantasia" || field === "bairro") return [text];
    return splitValues(text).map((value) => WORDS[field]?.[value] ?? value);
  };
  const shown = REGISTRY_FIELDS.filter((field) => texts[field] !== "");
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Filtros da busca" className="flex flex-wrap items-center gap-2">
      {shown.map((field) => {
        const text = toWords(field).join(", ");
        return (
          <li key={field} className="min-w-0 max-w-full">
            <button
              type="button"
              title={text}
              onClick={() => onRemove(field)}
              className="flex h-8 max-w-full items-center gap-1.5 rounded-lg border border-border bg-accent px-2.5 text-[0.8125rem] hover:border-input pointer-coarse:h-10"
            >
              <span className="shrink-0 text-muted-foreground">
                <span className="sr-only">Remover </span>
                {LABELS[field]}:
              </span>{" "}
              <span className="max-w-80 truncate font-medium">{text}</span>
              <X className="size-3.5 shrink-0 text-muted-foreground" aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
