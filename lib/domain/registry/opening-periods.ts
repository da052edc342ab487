/**
 * The index of keys has the day of opening as a period of 30 days, counted from 1900: cheaper to compute for 72 million
 * rows than a month is.
 */
const PERIOD_DAYS = 30;
const FIRST_DAY = Date.UTC(1900, 0, 1);
const DAY_MS = 86_400_000;

/** Longer times match so many rows that their periods are no help. */
const MAX_PERIODS = 24;

/** The periods from one day to another, as "2026-01-31"; empty where the index does not help. Until today without `to`. */
export function listOpeningPeriods(
  from: string | null,
  to: string | null,
  today: string,
): number[] {
  if (from === null) return [];
  const first = toPeriod(from);
  const count = toPeriod(to ?? today) - first + 1;
  if (count < 1 || count > MAX_PERIODS) return [];
  return Array.from({ length: count }, (_, place) => first + place);
}

function toPeriod(day: string): number {
  return Math.floor((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / DAY_MS / PERIOD_DAYS);
}
