"use client";

import { useMemo } from "react";
import { useListParams } from "@/components/shared/table/use-list-params";
import { isRegistrySearch, REGISTRY_PAGE_SIZES } from "@/lib/domain/registry/registry-search";
import { toRegistryFilter } from "@/lib/domain/registry/search-texts";
import type { RegistryFilterTexts, RegistryPage } from "./registry.queries";

/** The fields of the form, which are the parameters of the URL and of the API. */
export const REGISTRY_FIELDS = [
  "nome_fantasia",
  "uf",
  "cidade",
  "cep",
  "cnae_primario",
  "situacao",
  "estabelecimento",
  "porte",
  "mei",
  "simples",
  "bairro",
  "ddd",
  "natureza_juridica",
  "capital_de",
  "capital_ate",
  "cnae_secundarios",
  "aberta_dias",
  "aberta_de",
  "aberta_ate",
  "com_telefone",
  "com_celular",
  "com_email",
  "exterior",
] as const;
export type RegistryField = (typeof REGISTRY_FIELDS)[number];
export type RegistryTexts = Record<RegistryField, string>;

export const NO_TEXTS = Object.fromEntries(
  REGISTRY_FIELDS.map((field) => [field, ""]),
) as RegistryTexts;

/** The search in the URL: it survives a reload, can be shared, and Back returns to the one before. */
export function useRegistryParams() {
  const [params, change] = useListParams(
    REGISTRY_PAGE_SIZES,
    REGISTRY_PAGE_SIZES[0],
    REGISTRY_FIELDS,
  );
  const key = REGISTRY_FIELDS.map((field) => params[field]).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all texts
  const texts = useMemo(
    () => Object.fromEntries(REGISTRY_FIELDS.map((field) => [field, params[field]])),
    [key],
  ) as RegistryTexts;
  const filter = useMemo(() => toRegistryFilter(texts) as RegistryFilterTexts, [texts]);
  const page: RegistryPage = {
    page: params.page,
    per_page: params.pageSize,
    ...(params.after && { after: params.after }),
  };
  return { texts, filter, page, change, active: isRegistrySearch(filter) };
}
