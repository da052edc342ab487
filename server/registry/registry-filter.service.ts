import type { RegistryFilter } from "@/lib/contracts/registry";
import { listOpeningPeriods } from "@/lib/domain/registry/opening-periods";
import { SIZE_CODES, STATUS_CODES } from "@/lib/domain/registry/registry-labels";
import { foldName, MIN_PREFIX_LENGTH, toSearchWords } from "@/lib/domain/registry/registry-name";
import { planSearch, type SearchPlan } from "@/lib/domain/registry/search-plan";
import type { RegistrySearch } from "./registry-hits.repository";
import { findMunicipalityCodes, type Release } from "./registry-lookups.service";

/** In the order of the table's ids. */
const ALL_STATUSES = [2, 1, 3, 4, 5, 8];

/** Checked filters as the search takes them. A blank filter is none. */
export function toRegistrySearch(filter: RegistryFilter): RegistrySearch {
  const uf = filter.uf || null;
  const status = filter.situacao ?? "ativa";
  return {
    words: toSearchWords(filter.nome_fantasia ?? "").map((word) => ({
      word,
      isPrefix: word.length >= MIN_PREFIX_LENGTH,
    })),
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
    openingPeriods: listOpeningPeriods(
      filter.aberta_de ?? null,
      filter.aberta_ate ?? null,
      new Date().toISOString().slice(0, 10),
    ),
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
const SIZE_SHARES: Record<number, number> = { 0: 0.02, 1: 0.75, 3: 0.05, 5: 0.18 };

/** How to find the first `needed` matches. */
export function choosePlan(search: RegistrySearch, release: Release, needed: number): SearchPlan {
  return planSearch(
    {
      words: search.words,
      cnae: search.cnae,
      cep: search.cep,
      openingPeriods: search.openingPeriods,
      areaCount: countArea(search, release),
      isOneCity: search.municipalities?.length === 1,
      otherShare: computeOtherShare(search),
      needed,
    },
    release.statistics,
  );
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
  if ((search.openedFrom ?? search.openedTo) !== null && search.openingPeriods.length === 0) {
    share *= 0.3;
  }
  if (search.hasPhone) share *= SHARES.phone;
  if (search.hasMobile) share *= SHARES.mobile;
  if (search.hasEmail) share *= SHARES.email;
  if (search.address.length > 0) share *= RARE_SHARE;
  if (search.phoneDigits !== null) share *= RARE_SHARE / 10;
  return share;
}
