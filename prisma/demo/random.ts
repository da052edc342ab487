export type Random = ReturnType<typeof seededRandom>;

/** A seeded generator (mulberry32), so that the demonstration is always the same. */
export function seededRandom(seed: number) {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    chance: (probability: number) => next() < probability,
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick<T>(choices: readonly T[]): T {
      return choices[Math.floor(next() * choices.length)] as T;
    },
  };
}
