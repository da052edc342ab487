import { TZDate } from "@date-fns/tz";
import { addDays, startOfDay } from "date-fns";
import { getSaoPauloDay, SAO_PAULO } from "./calendar-day";

export { getSaoPauloDay, SAO_PAULO } from "./calendar-day";

/**
 * The first instants of that day and of the next. A day whose midnight did not exist (2018-11-04) starts at 01:00.
 */
export function getSaoPauloDayBounds(instant: Date): { start: Date; end: Date } {
  const start = startOfDay(new TZDate(instant, SAO_PAULO));
  const end = startOfDay(addDays(start, 1));
  return { start: new Date(start.getTime()), end: new Date(end.getTime()) };
}

export interface SaoPauloDay {
  day: string;
  start: Date;
  end: Date;
}

/** The last `count` days including today, oldest first, with their bounds. */
export function getLastSaoPauloDays(count: number, now: Date): SaoPauloDay[] {
  const today = new TZDate(now, SAO_PAULO);
  return Array.from({ length: count }, (_, at) => {
    const bounds = getSaoPauloDayBounds(addDays(startOfDay(today), at - count + 1));
    return { day: getSaoPauloDay(bounds.start), ...bounds };
  });
}
