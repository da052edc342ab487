import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { SIZE_CODES, STATUS_CODES } from "@/lib/domain/registry/registry-labels";
import { foldName, toSearchWords } from "@/lib/domain/registry/registry-name";
import { readTypedName } from "@/lib/domain/registry/registry-values";
import { getSaoPauloDay } from "@/lib/domain/time/calendar-day";
import { listOpeningPeriods } from "./opening-periods.rule";
import type { RegistrySearch } from "./registry-conditions.repository";
import { findMunicipalityCodes } from "./registry-lookups.service";

/** In the order of the table's ids. */
const ALL_STATUSES = [2, 1, 3, 4, 5, 8];

/** Converts checked filters to a search. A blank filter counts as none. */
export function toRegistrySearch(filter: RegistryFilter): RegistrySearch {
  const ufs = [...new Set(filter.uf ?? [])];
  const status = filter.situacao ?? "ativa";
  const typed = readTypedName(filter.nome_fantasia ?? "");
  const cnpj = normalizeCnpj(filter.nome_fantasia) ?? typed.root;
  const cities = filter.cidade ?? [];
  const openedFrom = findOpenedFrom(filter);
  const openedTo = filter.aberta_ate ?? null;
  const cnaes = removeLongerOnes(filter.cnae_primario ?? []);
  return {
    cnpj,
    words: cnpj === null || typed.root !== null ? toSearchWords(typed.name) : [],
    ufs,
    municipalities:
      cities.length > 0
        ? [...new Set(cities.flatMap((city) => findMunicipalityCodes(city, ufs)))]
        : null,
    ceps: removeLongerOnes(filter.cep ?? []),
    cnaes,
    includesSecondary: cnaes.length > 0 && (filter.cnae_secundarios ?? false),
    statuses: status === "todas" ? ALL_STATUSES : STATUS_CODES[status],
    isHeadquarters: filter.estabelecimento ? filter.estabelecimento === "matriz" : null,
    sizes: (filter.porte ?? []).map((size) => SIZE_CODES[size]),
    natures: removeLongerOnes(filter.natureza_juridica ?? []),
    capitalFrom: toCents(filter.capital_de),
    capitalTo: toCents(filter.capital_ate),
    isMei: filter.mei ?? null,
    isSimples: filter.simples ?? null,
    openedFrom,
    openedTo,
    openingPeriods:
      (openedFrom ?? openedTo) ? listOpeningPeriods(openedFrom, openedTo, getToday()) : [],
    hasPhone: filter.com_telefone ?? null,
    hasMobile: filter.com_celular ?? null,
    hasEmail: filter.com_email ?? null,
    includesAbroad: filter.exterior ?? false,
    address: foldName(filter.endereco ?? "")
      .split(" ")
      .filter(Boolean),
    districts: (filter.bairro ?? []).map((district) => foldName(district).split(" ")),
    phoneDigits: filter.telefone || null,
    ddds: [...new Set(filter.ddd ?? [])],
  };
}

/** Removes duplicates, and codes that begin with another one. */
function removeLongerOnes(codes: readonly string[]): string[] {
  const different = [...new Set(codes)];
  return different.filter(
    (code) => !different.some((other) => other !== code && code.startsWith(other)),
  );
}

function toCents(reais: number | undefined): number | null {
  return reais === undefined ? null : Math.round(reais * 100);
}

const DAY_MS = 86_400_000;

/** The later of two days: the given one, and the given number of days ago. */
function findOpenedFrom({ aberta_de, aberta_dias }: RegistryFilter): string | null {
  if (aberta_dias === undefined) return aberta_de ?? null;
  const first = new Date(Date.parse(getToday()) - aberta_dias * DAY_MS).toISOString().slice(0, 10);
  return aberta_de && aberta_de > first ? aberta_de : first;
}

function getToday(): string {
  return getSaoPauloDay(new Date());
}

/**
 * Whether no establishment can match: the city is unknown, or the opening period starts after its end or after today.
 */
export function findsNothing({ municipalities, openedFrom, openedTo }: RegistrySearch): boolean {
  if (municipalities?.length === 0) return true;
  return openedFrom !== null && (openedFrom > (openedTo ?? openedFrom) || openedFrom > getToday());
}
