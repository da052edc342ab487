import type { RegistryFilter } from "@/lib/contracts/registry/registry";
import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { listOpeningPeriods } from "@/lib/domain/registry/opening-periods";
import { SIZE_CODES, STATUS_CODES } from "@/lib/domain/registry/registry-labels";
import { foldName, toSearchWords } from "@/lib/domain/registry/registry-name";
import { planSearch, type SearchPlan } from "@/lib/domain/registry/search-plan";
import { AppError } from "@/lib/errors";
import type { RegistrySearch } from "./registry-hits.repository";
import { findMunicipalityCodes, type Release } from "./registry-lookups.service";

const ACTIVE = 2;
/** In the order of the table's ids. */
const ALL_STATUSES = [2, 1, 3, 4, 5, 8];

/** Checked filters as the search takes them. A blank filter is none. */
export function toRegistrySearch(filter: RegistryFilter): RegistrySearch {
  const uf = filter.uf || null;
  const status = filter.situacao ?? "ativa";
  const cnpj = normalizeCnpj(filter.nome_fantasia);
  return {
    cnpj,
    words: cnpj === null ? toSearchWords(filter.nome_fantasia ?? "") : [],
    uf,
    municipalities: filter.cidade ? findMunicipalityCodes(filter.cidade, uf) : null,
    cep: filter.cep || null,
    cnae: filter.cnae_primario || null,
    statuses: status === "todas" ? ALL_STATUSES : STATUS_CODES[status],
    isHeadquarters: filter.estabelecimento ? filter.estabelecimento === "matriz" : null,
    size: filter.porte ? SIZE_CODES[filter.porte] : null,
    isMei: filter.mei ?? null,
    openedFrom: filter.aberta_de ?? null,
    openedTo: filter.aberta_ate ?? null,
    openingPeriods:
      (filter.aberta_de ?? filter.aberta_ate)
        ? listOpeningPeriods(filter.aberta_de ?? null, filter.aberta_ate ?? null, getToday())
        : [],
    hasPhone: filter.com_telefone ?? false,
    hasMobile: filter.com_celular ?? false,
    hasEmail: filter.com_email ?? false,
    includesAbroad: filter.exterior ?? false,
    address: foldName(filter.endereco ?? "")
      .split(" ")
      .filter(Boolean),
    phoneDigits: filter.telefone || null,
  };
}

function getToday(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Whether no establishment can match: a city that is none, or an opening that is not before the end or today. */
export function findsNothing({ municipalities, openedFrom, openedTo }: RegistrySearch): boolean {
  if (municipalities?.length === 0) return true;
  return openedFrom !== null && (openedFrom > (openedTo ?? openedFrom) || openedFrom > getToday());
}

/** The share of rows that filters without an index keep, as they are in the registry. */
const SHARES = {
  headquarters: 0.95,
  branch: 0.05,
  mei: 0.45,
  phone: 0.95,
  mobile: 0.6,
  email: 0.85,
};
const RARE_SHARE = 0.01;
/** Its accents are removed row by row. */
const ADDRESS_EFFORT = 6;
const SIZE_SHARES: Record<number, number> = { 0: 0.02, 1: 0.75, 3: 0.05, 5: 0.18 };

/** Microseconds; the database ends a search after ten seconds. */
const MAX_COST = 6_000_000;

/**
 * How to find the first `needed` matches.
 * @throws AppError invalid_input for a search that would take longer than anybody waits
 */
export function choosePlan(search: RegistrySearch, release: Release, needed: number): SearchPlan {
  if (search.cnpj !== null) return { way: "walk" };
  const { plan, cost } = planSearch(
    {
      words: search.words,
      cnae: search.cnae,
      cep: search.cep,
      openingPeriods: search.openingPeriods,
      areaCount: countArea(search, release),
      isOneCity: search.municipalities?.length === 1,
      otherShare: computeOtherShare(search),
      rowEffort: search.address.length > 0 ? ADDRESS_EFFORT : 1,
      needed,
    },
    release.statistics,
  );
  if (cost * countTables(search, release) <= MAX_COST) return plan;
  throw new AppError(
    "invalid_input",
    "Esta busca é ampla demais. Restrinja-a com uma cidade, um CEP, um CNAE ou parte do nome.",
  );
}

/** How many times as many rows as the active ones, which the estimate is of. */
function countTables({ statuses }: RegistrySearch, { establishments, statistics }: Release) {
  const all = establishments / Math.max(1, statistics.active);
  const isActive = statuses.includes(ACTIVE);
  if (statuses.length > 1 && isActive) return Math.max(1, all);
  return isActive ? 1 : Math.max(1, all - 1);
}

function countArea({ municipalities, uf }: RegistrySearch, release: Release): number | null {
  if (municipalities !== null) {
    return municipalities.reduce(
      (sum, code) => sum + (release.countByMunicipality.get(code) ?? 0),
      0,
    );
  }
  return uf === null ? null : (release.countByUf.get(uf) ?? 0);
}

function computeOtherShare(search: RegistrySearch): number {
  let share = 1;
  if (search.isHeadquarters !== null) {
    share *= search.isHeadquarters ? SHARES.headquarters : SHARES.branch;
  }
  if (search.size !== null) share *= SIZE_SHARES[search.size] ?? RARE_SHARE;
  if (search.isMei !== null) share *= search.isMei ? SHARES.mei : 1 - SHARES.mei;
  if (search.hasPhone) share *= SHARES.phone;
  if (search.hasMobile) share *= SHARES.mobile;
  if (search.hasEmail) share *= SHARES.email;
  if (search.address.length > 0) share *= RARE_SHARE;
  // Some ten places in two numbers where the digits may begin.
  if (search.phoneDigits !== null) share *= Math.min(1, 10 ** (1 - search.phoneDigits.length));
  return share;
}
