import { planSearch, type SearchPlan, type SearchShape } from "@/lib/domain/registry/search-plan";
import { AppError } from "@/lib/errors";
import type { RegistrySearch } from "./registry-conditions.repository";
import type { Release } from "./registry-lookups.service";

const ACTIVE = 2;

/** The share of the registry's rows that each filter without an index keeps. */
const SHARES = {
  headquarters: 0.95,
  mei: 0.45,
  simples: 0.65,
  phone: 0.95,
  mobile: 0.6,
  email: 0.85,
};
const RARE_SHARE = 0.01;
const SIZE_SHARES: Record<number, number> = { 0: 0.02, 1: 0.75, 3: 0.05, 5: 0.18 };
/** Sole proprietors and limited companies; all others are rare. */
const NATURE_SHARES: Record<string, number> = { "213": 0.65, "206": 0.28 };
/** The share of companies with at least this capital, in reais. */
const CAPITAL_SHARES = [
  [10_000_000, 0.004],
  [1_000_000, 0.03],
  [100_000, 0.15],
  [10_000, 0.4],
  [1_000, 0.85],
] as const;
/** The most area codes of one state. */
const DDDS_OF_A_STATE = 9;

/** How much longer comparing a row takes: accents are removed, and lists are read, row by row. */
const ACCENTS_EFFORT = 6;
const SECONDARY_EFFORT = 3;
/** The secondary activities are some two thirds more. */
const SECONDARY_FACTOR = 1.6;

/** Microseconds; the database ends a search after ten seconds. */
const MAX_COST = 6_000_000;

/**
 * How to find the first `needed` matches.
 * @throws AppError invalid_input for a search that would take too long, with what would narrow it
 */
export function choosePlan(search: RegistrySearch, release: Release, needed: number): SearchPlan {
  if (search.cnpj !== null) return { way: "walk", byActivity: false };
  const shape = toShape(search, release, needed);
  const { plan, cost } = planSearch(shape, release.statistics);
  const tables = countTables(search, release);
  if (cost * tables <= MAX_COST) return plan;
  const compared = (shape.area?.count ?? release.statistics.active) * tables;
  throw new AppError("invalid_input", describeRefusal(search, compared));
}

function toShape(search: RegistrySearch, release: Release, needed: number): SearchShape {
  const { includesSecondary, cnaes } = search;
  const secondaryShare = includesSecondary ? estimateSecondaryShare(cnaes, release) : 1;
  return {
    words: search.words,
    // The index contains only the main activity.
    cnaes: includesSecondary ? [] : cnaes,
    ceps: search.ceps,
    openingPeriods: search.openingPeriods,
    ddds: isDddIndexed(release) ? search.ddds : [],
    area: countArea(search, release),
    otherShare: computeOtherShare(search, release) * secondaryShare,
    isOtherTogether:
      search.districts.length > 0 || (search.ddds.length > 0 && !isDddIndexed(release)),
    rowEffort:
      1 +
      (search.address.length > 0 ? ACCENTS_EFFORT - 1 : 0) +
      (search.districts.length > 0 ? ACCENTS_EFFORT - 1 : 0) +
      (includesSecondary ? SECONDARY_EFFORT - 1 : 0),
    needed,
  };
}

/** A month that was imported before the index had the area codes has no statistics of them either. */
function isDddIndexed({ statistics }: Release): boolean {
  return statistics.has("ddd");
}

function estimateSecondaryShare(cnaes: readonly string[], { statistics }: Release): number {
  const main = cnaes.reduce((sum, code) => sum + statistics.estimate("cnae", code), 0);
  return Math.min(1, (main * SECONDARY_FACTOR) / Math.max(1, statistics.active));
}

/** How many times more rows than the active ones, which the estimates cover. */
function countTables({ statuses }: RegistrySearch, { establishments, statistics }: Release) {
  const all = establishments / Math.max(1, statistics.active);
  const isActive = statuses.includes(ACTIVE);
  if (statuses.length > 1 && isActive) return Math.max(1, all);
  return isActive ? 1 : Math.max(1, all - 1);
}

function countArea({ municipalities, ufs }: RegistrySearch, release: Release) {
  const sum = <T>(places: readonly T[], counts: ReadonlyMap<T, number>) =>
    places.reduce((total, place) => total + (counts.get(place) ?? 0), 0);
  if (municipalities !== null) {
    const count = sum(municipalities, release.countByMunicipality);
    return { count, places: municipalities.length, areCities: true };
  }
  if (ufs.length === 0) return null;
  return { count: sum(ufs, release.countByUf), places: ufs.length, areCities: false };
}

function computeOtherShare(search: RegistrySearch, release: Release): number {
  let share = 1;
  const keep = (value: boolean | null, shareOfYes: number) => {
    if (value !== null) share *= value ? shareOfYes : 1 - shareOfYes;
  };
  const keepAny = (shares: readonly number[]) => {
    if (shares.length > 0) share *= Math.min(1, sumOf(shares));
  };
  keep(search.isHeadquarters, SHARES.headquarters);
  keep(search.isMei, SHARES.mei);
  keep(search.isSimples, SHARES.simples);
  keep(search.hasPhone, SHARES.phone);
  keep(search.hasMobile, SHARES.mobile);
  keep(search.hasEmail, SHARES.email);
  keepAny(search.sizes.map((size) => SIZE_SHARES[size] ?? RARE_SHARE));
  keepAny(search.natures.map((nature) => NATURE_SHARES[nature.slice(0, 3)] ?? RARE_SHARE));
  if (!isDddIndexed(release)) keepAny(search.ddds.map(() => 1 / DDDS_OF_A_STATE));
  keepAny(search.districts.map(() => RARE_SHARE));
  if (search.capitalFrom !== null) share *= estimateCapitalShare(search.capitalFrom);
  if (search.capitalTo !== null) {
    share *= Math.max(RARE_SHARE, 1 - estimateCapitalShare(search.capitalTo));
  }
  if (search.address.length > 0) share *= RARE_SHARE;
  // Some ten places in two numbers where the digits may begin.
  if (search.phoneDigits !== null) share *= Math.min(1, 10 ** (1 - search.phoneDigits.length));
  return share;
}

function sumOf(shares: readonly number[]): number {
  return shares.reduce((sum, each) => sum + each, 0);
}

function estimateCapitalShare(cents: number): number {
  return CAPITAL_SHARES.find(([reais]) => cents >= reais * 100)?.[1] ?? 1;
}

const COMPACT = new Intl.NumberFormat("pt-BR", { notation: "compact", compactDisplay: "long" });

/** What would make the search fast, and how many companies it would have to compare, where that is known. */
export function describeRefusal(search: RegistrySearch, compared: number | null): string {
  const { ufs, municipalities, cnaes, includesSecondary, words } = search;
  const missing = [
    municipalities === null && (ufs.length === 0 ? "um estado" : "uma cidade"),
    cnaes.length === 0 && "uma atividade",
    words.length === 0 && "parte do nome",
    includesSecondary && "só a atividade principal",
    "o começo do CEP",
  ].filter((each) => each !== false);
  if (compared === null) return `Escolha ${missing.slice(0, 2).join(" ou ")}: são empresas demais.`;
  const count = COMPACT.format(compared);
  const of = compared >= 1_000_000 ? " de" : "";
  return `Escolha ${missing.slice(0, 2).join(" ou ")}: seriam ${count}${of} empresas.`;
}
