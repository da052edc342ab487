/** For 95 % confidence. */
const Z = 1.96;

/**
 * The Wilson score interval of a proportion: where the true rate lies with 95 % confidence. It holds for few trials
 * too, unlike the normal approximation. Source: E. B. Wilson, 1927. Rates are 0 to 1.
 */
export function getWilsonInterval(
  successes: number,
  trials: number,
): { low: number; high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const rate = successes / trials;
  const scale = 1 + Z ** 2 / trials;
  const centre = rate + Z ** 2 / (2 * trials);
  const spread = Z * Math.sqrt((rate * (1 - rate) + Z ** 2 / (4 * trials)) / trials);
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/**
 * The position of the variant that is better than every other one, or null while their intervals overlap: the
 * difference may be chance.
 */
export function findBestVariant(
  variants: readonly { successes: number; trials: number }[],
): number | null {
  if (variants.length < 2) return null;
  const intervals = variants.map(({ successes, trials }) => getWilsonInterval(successes, trials));
  const best = intervals.findIndex(({ low }, at) =>
    intervals.every(({ high }, other) => other === at || low > high),
  );
  return best === -1 ? null : best;
}
