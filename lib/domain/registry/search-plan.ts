import type { TermStatistics } from "./term-statistics";

export interface SearchWord {
  /** Upper-case letters and digits. */
  word: string;
  /** False for short words, which match whole words. */
  isPrefix: boolean;
}

/** What a search filters by, as far as its cost depends on it. */
export interface SearchShape {
  words: readonly SearchWord[];
  /** Digits of the activity and of the CEP. */
  cnae: string | null;
  cep: string | null;
  /** See opening-periods.ts. */
  openingPeriods: readonly number[];
  /** Active establishments in the state or the city; null without either. */
  areaCount: number | null;
  isOneCity: boolean;
  /** The share of rows that the other filters keep, 0 to 1. */
  otherShare: number;
  /** How much longer comparing a row takes because of them; 1 for what takes no time. */
  rowEffort: number;
  /** How many rows the search reads at most. */
  needed: number;
}

/**
 * 'walk' reads the rows of the area in their order and keeps those that match: fast where many of them do. 'index'
 * intersects the lists of the index and fetches what is in all of them: fast where few do. Words and periods that so
 * many rows have that their lists cost more than they save are compared on the fetched rows.
 */
export type SearchPlan =
  | { way: "walk" }
  | { way: "index"; words: ReadonlySet<string>; usesPeriods: boolean };

/** The beginnings of an activity and of a CEP that the index holds, by their length. */
export const INDEXED_DIGITS = { cnae: [7, 4, 3, 2], cep: [5, 3, 2] } as const;

/** The longest beginning of a code that the index holds; the rest of it is compared on the rows. */
export function toIndexedPrefix(kind: keyof typeof INDEXED_DIGITS, code: string): string {
  const length = INDEXED_DIGITS[kind].find((each) => each <= code.length);
  return code.slice(0, length);
}

/** Microseconds, as measured (docs/decisions/0017). */
const WALKED_ROW = 0.6;
const FETCHED_ROW = 2.2;
const PREFIX_POSTING = 0.5;
const EXACT_POSTING = 0.2;
const LIST_LOOKUP = 10;

/** Statistics of CEPs have five digits; of activities they have all. */
const COUNTED_DIGITS = { cnae: 7, cep: 5 };

interface Condition {
  postings: number;
  share: number;
  cost: number;
  word: string | null;
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
  const shareOf = (postings: number) => Math.min(1, postings / active);
  const exact: number[] = [];
  // What is left of an activity or a CEP that the index has no key for.
  let restShare = 1;
  for (const kind of ["cnae", "cep"] as const) {
    const code = shape[kind];
    if (code === null) continue;
    const postings = statistics.estimate(kind, toIndexedPrefix(kind, code));
    exact.push(postings);
    restShare *= Math.min(
      1,
      statistics.estimate(kind, code.slice(0, COUNTED_DIGITS[kind])) / postings,
    );
  }
  if (shape.areaCount !== null) exact.push(shape.areaCount);
  const optional = listOptionalConditions(shape, statistics, shareOf);

  const exactShare = exact.reduce((product, postings) => product * shareOf(postings), 1);
  let optionalShare = optional.reduce((product, { share }) => product * share, 1);
  const walkCost = estimateWalk(shape, active, exactShare * restShare * optionalShare);

  // Lists of whole terms are skipped through by the shortest one.
  let indexCost = exact.length > 0 ? Math.min(...exact) * EXACT_POSTING : Number.POSITIVE_INFINITY;
  let indexedShare = exactShare;
  const fetchCost = () =>
    Math.min(indexedShare * active, shape.needed / (restShare * optionalShare * shape.otherShare)) *
    (FETCHED_ROW + (shape.rowEffort - 1) * WALKED_ROW);
  const indexed = new Set<Condition>();
  for (const condition of optional) {
    const before = indexCost + fetchCost();
    const [shareBefore, restBefore, costBefore] = [indexedShare, optionalShare, indexCost];
    indexedShare *= condition.share;
    optionalShare /= condition.share;
    indexCost = (indexCost === Number.POSITIVE_INFINITY ? 0 : indexCost) + condition.cost;
    if (indexCost + fetchCost() < before) indexed.add(condition);
    else [indexedShare, optionalShare, indexCost] = [shareBefore, restBefore, costBefore];
  }
  const cost = indexCost + fetchCost();
  if (walkCost <= cost) return { plan: { way: "walk" }, cost: walkCost };
  const conditions = [...indexed];
  return {
    plan: {
      way: "index",
      words: new Set(conditions.flatMap(({ word }) => word ?? [])),
      usesPeriods: conditions.some(({ word }) => word === null),
    },
    cost,
  };
}

/** Those with the shortest lists first. */
function listOptionalConditions(
  { words, openingPeriods }: SearchShape,
  statistics: TermStatistics,
  shareOf: (postings: number) => number,
): Condition[] {
  const conditions: Condition[] = words.map(({ word, isPrefix }) => {
    const postings = isPrefix
      ? statistics.estimate("word", word)
      : statistics.estimateExact("word", word);
    const cost = postings * (isPrefix ? PREFIX_POSTING : EXACT_POSTING);
    return { postings, share: shareOf(postings), cost, word };
  });
  if (openingPeriods.length > 0) {
    const postings = openingPeriods.reduce(
      (sum, period) => sum + statistics.estimateExact("opened", String(period)),
      0,
    );
    conditions.push({
      postings,
      share: shareOf(postings),
      cost: postings * EXACT_POSTING + openingPeriods.length * LIST_LOOKUP,
      word: null,
    });
  }
  return conditions.sort((one, other) => one.postings - other.postings);
}

function estimateWalk(shape: SearchShape, active: number, share: number): number {
  const area = shape.areaCount ?? active;
  const rowCost = WALKED_ROW * shape.rowEffort;
  // The rows of a CEP are together: a walk through a larger area may have to pass all others first.
  if (shape.cep !== null && !shape.isOneCity) return area * rowCost;
  const shareInArea = Math.min(1, (share * active) / area);
  return Math.min(area, shape.needed / (shareInArea * shape.otherShare)) * rowCost;
}
