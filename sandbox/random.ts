/** FNV-1a hash: stable across runs and machines, which keeps the demo stable. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash ^= char.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Inclusive at both ends. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  digits(count: number): string;
}

/** A Mulberry32 generator seeded by a text. */
export function seededRandom(seed: string): Random {
  let state = hashText(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error("Nothing to pick from.");
      return items[integer(0, items.length - 1)] as T;
    },
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(""),
  };
}
