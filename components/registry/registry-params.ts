import { readListParams } from "@/components/shared/table/list-params";
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

type RegistryParams = ReturnType<typeof readListParams<RegistryField>>;

export function toFilter(texts: RegistryTexts): RegistryFilterTexts {
  return toRegistryFilter(texts) as RegistryFilterTexts;
}

export function toTexts(params: RegistryParams): RegistryTexts {
  return Object.fromEntries(
    REGISTRY_FIELDS.map((field) => [field, params[field]]),
  ) as RegistryTexts;
}

export function toRegistryPage({ page, pageSize, after }: RegistryParams): RegistryPage {
  return { page, per_page: pageSize, ...(after && { after }) };
}

/** The search that an address holds; `active` when it asks for anything. */
export function readRegistryChoice(address: Pick<URLSearchParams, "get">) {
  const params = readListParams(
    address,
    REGISTRY_PAGE_SIZES,
    REGISTRY_PAGE_SIZES[0],
    REGISTRY_FIELDS,
  );
  const filter = toFilter(toTexts(params));
  return { filter, page: toRegistryPage(params), active: isRegistrySearch(filter) };
}
