import { TZDate } from "@date-fns/tz";
import { addDays, startOfDay } from "date-fns";
import { getSaoPauloDay, SAO_PAULO } from "./sao-paulo-day";

const DAY_MS = 86_400_000;

/** Days in São Paulo ("2026-01-31"), both included; `start` and `end` are the first instants of the first day and of the day after the last. */
export interface Period {
  from: string;
  to: string;
  start: Date;
  end: Date;
}

/** The chosen period; a missing day becomes today, or makes the period `usualDays` long. */
export function readPeriod(
  chosen: { from?: string | undefined; to?: string | undefined },
  usualDays: number,
  now: Date,
): Period {
  const to = chosen.to ?? getSaoPauloDay(now);
  const from = chosen.from ?? getSaoPauloDay(addDays(toNoon(to), 1 - usualDays));
  return { from, to, start: toStart(from), end: toStart(to, 1) };
}

/** How many days it has; less than one when it ends before it starts. */
export function countDays({ from, to }: Pick<Period, "from" | "to">): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Its days, oldest first. */
export function listDays(period: Pick<Period, "from" | "to">): string[] {
  const first = Date.parse(period.from);
  return Array.from({ length: Math.max(0, countDays(period)) }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  );
}

/** A day that has no midnight begins an hour later. */
function toStart(day: string, daysLater = 0): Date {
  return new Date(startOfDay(addDays(toNoon(day), daysLater)).getTime());
}

function toNoon(day: string): TZDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new TZDate(year, month - 1, date, 12, SAO_PAULO);
}
