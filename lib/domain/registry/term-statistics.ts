/** Estimates of how many active establishments have a term, from a sample. */
export interface TermStatistics {
  /** Active establishments. */
  active: number;
  /** Whether terms of this kind were counted. */
  has(kind: string): boolean;
  /** How many have a term of this kind that begins with `prefix`. */
  estimate(kind: string, prefix: string): number;
  /** The same for one term. */
  estimateExact(kind: string, term: string): number;
}

interface Terms {
  sorted: string[];
  /** Sums of the counts before each place. */
  sums: number[];
}

/** `step`: the sample has one row in so many. A term that is not in it has fewer. */
export function createTermStatistics(
  counts: readonly { kind: string; term: string; count: number }[],
  active: number,
  step: number,
): TermStatistics {
  const kinds = new Map<string, { term: string; count: number }[]>();
  for (const { kind, term, count } of counts) {
    const terms = kinds.get(kind);
    if (terms) terms.push({ term, count });
    else kinds.set(kind, [{ term, count }]);
  }
  const indexed = new Map([...kinds].map(([kind, terms]) => [kind, indexTerms(terms)]));
  const between = (kind: string, from: string, to: string) => {
    const terms = indexed.get(kind);
    if (!terms) return step / 2;
    const count = sumBefore(terms, to) - sumBefore(terms, from);
    return count > 0 ? count : step / 2;
  };
  return {
    active,
    has: (kind) => indexed.has(kind),
    estimate: (kind, prefix) => between(kind, prefix, `${prefix}\uffff`),
    estimateExact: (kind, term) => between(kind, term, `${term}\0`),
  };
}

function indexTerms(terms: { term: string; count: number }[]): Terms {
  terms.sort((one, other) => (one.term < other.term ? -1 : 1));
  const sums = [0];
  for (const { count } of terms) sums.push((sums.at(-1) ?? 0) + count);
  return { sorted: terms.map(({ term }) => term), sums };
}

function sumBefore({ sorted, sums }: Terms, bound: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? "") < bound) low = middle + 1;
    else high = middle;
  }
  return sums[low] ?? 0;
}
