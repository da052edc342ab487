import type { TermStatistics } from "./term-statistics";

export interface SearchWord {
  /** Upper-case letters and digits. */
  word: string;
  /** False for short words, which match whole words. */
  isPrefix: boolean;
}

/** The places of establishments, as far as they affect the cost of a search. */
interface SearchArea {
  /** Active establishments in the states or the cities. */
  count: number;
  /** How many states or cities: each is a list of the index. */
  places: number;
  areCities: boolean;
}

/** The filters of a search, as far as they affect its cost. */
export interface SearchShape {
  words: readonly SearchWord[];
  /** Beginnings of activities and of CEPs, any one of which a row must have; empty for any. */
  cnaes: readonly string[];
  ceps: readonly string[];
  /** See opening-periods.ts. */
  openingPeriods: readonly number[];
  /** Area codes, of which one of the phones must have one; empty for any, and if the index does not have them. */
  ddds: readonly string[];
  /** Null anywhere. */
  area: SearchArea | null;
  /** The share of rows that the other filters keep, 0 to 1. */
  otherShare: number;
  /** Whether the rows that the other filters keep are together, as those of a neighbourhood are. */
  isOtherTogether: boolean;
  /** How many times longer it takes to compare a row with them; 1 if they take no time. */
  rowEffort: number;
  /** How many rows the search reads at most. */
  needed: number;
}

/** The keys in the index, besides the words. 'area': the states or the cities. */
export type SearchKey = "cnae" | "cep" | "area" | "opened" | "ddd";

/**
 * 'walk' reads the rows of the area in their order and keeps those that match: fast if many do. By activity, it reads
 * only the rows of the activities in each city, which are stored together. 'index' intersects the lists of the index and
 * fetches the rows that are in all of them: fast if few are. Words and keys whose lists would cost more than they save,
 * because so many rows have them or they have so many values, are compared on the fetched rows.
 */
export type SearchPlan =
  | { way: "walk"; byActivity: boolean }
  | { way: "index"; words: ReadonlySet<string>; keys: ReadonlySet<SearchKey> };

/** The beginnings of an activity and of a CEP that the index holds, by their length. */
export const INDEXED_DIGITS = { cnae: [7, 4, 3, 2], cep: [5, 3, 2] } as const;

/**
 * The beginnings of codes to look up in the index: all of one length, the longest indexed one that no code is shorter
 * than. The rest of each code is compared on the rows.
 */
export function toIndexedPrefixes(
  kind: keyof typeof INDEXED_DIGITS,
  codes: readonly string[],
): string[] {
  const shortest = Math.min(...codes.map((code) => code.length));
  const length = INDEXED_DIGITS[kind].find((each) => each <= shortest);
  return [...new Set(codes.map((code) => code.slice(0, length)))];
}

/** Microseconds, as measured (docs/decisions/0017). */
const WALKED_ROW = 0.6;
const FETCHED_ROW = 2.2;
const PREFIX_POSTING = 0.5;
const EXACT_POSTING = 0.2;
const LIST_LOOKUP = 10;
/** Finding the range of an activity in a city. */
const ACTIVITY_RANGE = 1_500;

/** Statistics of CEPs have five digits; of activities they have all. */
const COUNTED_DIGITS = { cnae: 7, cep: 5 };

/** Rows with any of the values of one key. */
interface KeyCondition {
  key: SearchKey;
  postings: number;
  /** Each of its values is a lookup, combined with each value of every other key. */
  values: number;
  share: number;
}

interface WordCondition {
  word: string;
  postings: number;
  share: number;
  cost: number;
}

/**
 * Estimates both ways and chooses the faster one, with its time in microseconds. Conditions are taken for independent
 * of each other.
 */
export function planSearch(
  shape: SearchShape,
  statistics: TermStatistics,
): { plan: SearchPlan; cost: number } {
  const active = Math.max(1, statistics.active);
  const { keys, restShare } = listKeyConditions(shape, statistics, active);
  const words = listWordConditions(shape, statistics, active);
  const share = [...keys, ...words].reduce((product, each) => product * each.share, restShare);
  let best: { plan: SearchPlan; cost: number } = {
    plan: { way: "walk", byActivity: false },
    cost: estimateWalk(shape, active, share),
  };
  const cost = estimateActivityWalk(shape, statistics, share);
  if (cost < best.cost) best = { plan: { way: "walk", byActivity: true }, cost };
  for (const used of listSubsets(keys)) {
    const found = planLookup(shape, { used, words, share, active });
    if (found.cost < best.cost) best = found;
  }
  return best;
}

interface Lookup {
  used: KeyCondition[];
  words: WordCondition[];
  /** The share of rows that match all conditions with statistics. */
  share: number;
  active: number;
}

/** The lookup with these keys, and with those words that make it faster. */
function planLookup(shape: SearchShape, { used, words, share, active }: Lookup) {
  const lookups = used.reduce((product, { values }) => product * values, 1);
  // Lists of whole terms are skipped through by the shortest one, in each lookup.
  const shortest = Math.min(
    ...used.map(({ postings, values }) => (postings * lookups) / values),
    Number.POSITIVE_INFINITY,
  );
  let listCost = lookups * LIST_LOOKUP + (used.length > 0 ? shortest * EXACT_POSTING : 0);
  let kept = used.reduce((product, each) => product * each.share, 1);
  const matching = share * shape.otherShare;
  const fetchCost = () =>
    Math.min(kept * active, (shape.needed * kept) / matching) *
    (FETCHED_ROW + (shape.rowEffort - 1) * WALKED_ROW);
  const chosen: WordCondition[] = [];
  for (const condition of words) {
    const isFirst = used.length === 0 && chosen.length === 0;
    const before = listCost + fetchCost();
    const [keptBefore, costBefore] = [kept, listCost];
    kept *= condition.share;
    listCost += condition.cost * lookups;
    if (isFirst || listCost + fetchCost() < before) chosen.push(condition);
    else [kept, listCost] = [keptBefore, costBefore];
  }
  const isNothing = used.length === 0 && chosen.length === 0;
  return {
    plan: {
      way: "index" as const,
      words: new Set(chosen.map(({ word }) => word)),
      keys: new Set(used.map(({ key }) => key)),
    },
    cost: isNothing ? Number.POSITIVE_INFINITY : listCost + fetchCost(),
  };
}

/** The conditions with lists in the index, and the share of their rows that the conditions without a key keep. */
function listKeyConditions(shape: SearchShape, statistics: TermStatistics, active: number) {
  const keys: KeyCondition[] = [];
  const add = (key: SearchKey, postings: number, values: number) =>
    keys.push({ key, postings, values, share: Math.min(1, Math.max(1, postings) / active) });
  let restShare = 1;
  for (const [kind, codes] of [
    ["cnae", shape.cnaes],
    ["cep", shape.ceps],
  ] as const) {
    if (codes.length === 0) continue;
    const prefixes = toIndexedPrefixes(kind, codes);
    const sum = (texts: readonly string[]) =>
      texts.reduce((total, text) => total + statistics.estimate(kind, text), 0);
    const postings = sum(prefixes);
    add(kind, postings, prefixes.length);
    restShare *= Math.min(
      1,
      sum(codes.map((code) => code.slice(0, COUNTED_DIGITS[kind]))) / postings,
    );
  }
  if (shape.area) add("area", shape.area.count, shape.area.places);
  const { openingPeriods } = shape;
  if (openingPeriods.length > 0) {
    const postings = openingPeriods.reduce(
      (sum, period) => sum + statistics.estimateExact("opened", String(period)),
      0,
    );
    add("opened", postings, openingPeriods.length);
  }
  if (shape.ddds.length > 0) {
    const postings = shape.ddds.reduce((sum, ddd) => sum + statistics.estimateExact("ddd", ddd), 0);
    // One condition of the index covers all of them.
    add("ddd", postings, 1);
  }
  return { keys, restShare };
}

/** Those with the shortest lists first. */
function listWordConditions(
  { words }: SearchShape,
  statistics: TermStatistics,
  active: number,
): WordCondition[] {
  return words
    .map(({ word, isPrefix }) => {
      const postings = isPrefix
        ? statistics.estimate("word", word)
        : statistics.estimateExact("word", word);
      const cost = postings * (isPrefix ? PREFIX_POSTING : EXACT_POSTING);
      return { word, postings, share: Math.min(1, postings / active), cost };
    })
    .sort((one, other) => one.postings - other.postings);
}

/** At most thirty-two, the one with all of them first. */
function listSubsets<T>(all: readonly T[]): T[][] {
  const [first, ...rest] = all;
  if (first === undefined) return [[]];
  const others = listSubsets(rest);
  return [...others.map((each) => [first, ...each]), ...others];
}

function estimateWalk(shape: SearchShape, active: number, share: number): number {
  const area = shape.area?.count ?? active;
  const rowCost = WALKED_ROW * shape.rowEffort;
  const { ceps, ddds, isOtherTogether, area: place } = shape;
  // The rows of a CEP are together: a walk through a larger area may have to pass all others first.
  if (ceps.length > 0 && !(place?.areCities && place.places === 1)) return area * rowCost;
  if ((ddds.length > 0 || isOtherTogether) && place === null) return area * rowCost;
  const shareInArea = Math.min(1, (share * active) / Math.max(1, area));
  return Math.min(area, shape.needed / (shareInArea * shape.otherShare)) * rowCost;
}

/** Infinite where the search is not for activities in cities. */
function estimateActivityWalk(
  { area, cnaes, needed, otherShare, rowEffort }: SearchShape,
  statistics: TermStatistics,
  share: number,
): number {
  if (!area?.areCities || cnaes.length === 0) return Number.POSITIVE_INFINITY;
  const active = Math.max(1, statistics.active);
  const count = cnaes.reduce((sum, code) => sum + statistics.estimate("cnae", code), 0);
  const rows = area.count * Math.min(1, count / active);
  const matching = Math.max(1, share * active) * otherShare;
  const read = rows * Math.min(1, needed / matching);
  return area.places * cnaes.length * ACTIVITY_RANGE + read * WALKED_ROW * rowEffort;
}
