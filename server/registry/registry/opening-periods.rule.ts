/**
 * The index of keys has the day of opening as a period of 30 days, counted from 1900: cheaper to compute for 72 million
 * rows than a month is.
 */
const PERIOD_DAYS = 30;
const FIRST_DAY = Date.UTC(1900, 0, 1);
const DAY_MS = 86_400_000;

/**
 * The periods from one day to another, as "2026-01-31": from 1900 without `from`, until today at the latest. Empty
 * where the one is not before the other.
 */
export function listOpeningPeriods(
  from: string | null,
  to: string | null,
  today: string,
): number[] {
  const first = Math.max(0, from === null ? 0 : toPeriod(from));
  const last = toPeriod(to === null || to > today ? today : to);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
}

function toPeriod(day: string): number {
  return Math.floor((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS / PERIOD_DAYS);
}
