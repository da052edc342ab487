import { readSaoPauloClock } from "./calendar-day";

const DAY_MS = 86_400_000;
/** A Monday. */
const FIRST_DAY = Date.parse("1970-01-05");
const OPENS_S = 8 * 3_600;
/** From 8 to 18 o'clock. */
const WORKING_DAY_S = 10 * 3_600;
const WORKING_DAYS = 5;

/** Seconds between two instants on Mondays to Fridays from 8 to 18 o'clock in São Paulo. Holidays count as other days. */
export function countWorkingSeconds(from: Date, to: Date): number {
  return Math.max(0, workedUntil(to) - workedUntil(from));
}

/** Of a calendar that began on a Monday long ago. */
function workedUntil(instant: Date): number {
  const { day, time } = readSaoPauloClock(instant);
  const days = Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS);
  const weeks = Math.floor(days / 7);
  const weekday = days - weeks * 7;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  const since = hours * 3_600 + minutes * 60 + seconds - OPENS_S;
  const today = weekday < WORKING_DAYS ? Math.min(Math.max(since, 0), WORKING_DAY_S) : 0;
  return (weeks * WORKING_DAYS + Math.min(weekday, WORKING_DAYS)) * WORKING_DAY_S + today;
}
