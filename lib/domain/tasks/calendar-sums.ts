import { addDays } from "./task";

export const WEEKDAYS = ["domingo", "segunda", "terca", "quarta", "quinta", "sexta", "sabado"];
export const MONTHS = [
  "janeiro",
  "fevereiro",
  "marco",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];
/** National holidays of a fixed date. The whole table (date-holidays) is too large for a page. */
const FIXED_HOLIDAYS = [
  "01-01",
  "04-21",
  "05-01",
  "09-07",
  "10-12",
  "11-02",
  "11-15",
  "11-20",
  "12-25",
];
/** Years that something may be due in. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2099];

const MONTHS_OF = { mes: 1, trimestre: 3, semestre: 6, ano: 12 };
export type Unit = "semana" | keyof typeof MONTHS_OF;

/** The first and the last day of the week, month or year of a day, or of a later one. */
export function findSpan(unit: Unit, day: string, ahead: number): { first: string; last: string } {
  if (unit === "semana") {
    const first = addDays(day, ahead * 7 - mondayFirst(getWeekday(day)));
    return { first, last: addDays(first, 6) };
  }
  const [year = 0, month = 1] = day.split("-").map(Number);
  const length = MONTHS_OF[unit];
  const start = (Math.floor((month - 1) / length) + ahead) * length;
  return { first: toIso(year, start, 1), last: toIso(year, start + length, 0) };
}

/** The same date of a later month. */
export function addMonths(day: string, months: number): string {
  return toDateOf(findSpan("mes", day, months), Number(day.slice(8)));
}

/** The date of a month, or its last one where it has fewer days. */
export function toDateOf({ first, last }: { first: string; last: string }, date: number): string {
  return addDays(first, Math.min(date, Number(last.slice(8))) - 1);
}

function getWeekday(day: string): number {
  return new Date(day).getUTCDay();
}

/** Counted from Sunday, 0. Never the day itself. */
export function getNextWeekday(day: string, weekday: number): string {
  const ahead = (weekday - getWeekday(day) + 7) % 7;
  return addDays(day, ahead === 0 ? 7 : ahead);
}

/** Days since the Monday on which its week began: here weeks begin on Monday, though calendars may print Sunday first. */
export function mondayFirst(weekday: number): number {
  return (weekday + 6) % 7;
}

/** The first month from this one on that has the date, if it is not over. */
export function getNextDate(date: number, today: string): string {
  for (let ahead = 0; ; ahead += 1) {
    const { first, last } = findSpan("mes", today, ahead);
    const day = addDays(first, date - 1);
    if (day <= last && day >= today) return day;
  }
}

/** Without a year, the first one from this year on in which it is still to come. Null for a date that there never is. */
export function toDay(
  date: number,
  month: number,
  year: number | undefined,
  today: string,
): string | null {
  const first = year ?? Number(today.slice(0, 4));
  if (first < FIRST_YEAR || first > LAST_YEAR || month < 1 || month > 12) return null;
  // A leap day comes within eight years.
  const years = year === undefined ? Array.from({ length: 9 }, (_, at) => first + at) : [first];
  for (const each of years) {
    const iso = toIso(each, month - 1, date);
    const exists = Number(iso.slice(5, 7)) === month && Number(iso.slice(8)) === date;
    if (exists && (year !== undefined || iso >= today)) return iso;
  }
  return null;
}

/** The day itself, or the first one before or after it on which offices are open. */
export function toWorkingDay(day: string, step: 1 | -1 = 1): string {
  let found = day;
  while ([0, 6].includes(getWeekday(found)) || isHoliday(found)) found = addDays(found, step);
  return found;
}

export function addWorkingDays(day: string, count: number): string {
  let found = day;
  for (let left = count; left > 0; left -= 1) found = toWorkingDay(addDays(found, 1));
  return found;
}

/** National holidays, and the two days of carnival, on which few work. */
export function isHoliday(day: string): boolean {
  const easter = findEaster(Number(day.slice(0, 4)));
  return (
    FIXED_HOLIDAYS.includes(day.slice(5)) ||
    [-48, -47, -2].some((days) => addDays(easter, days) === day)
  );
}

/** Easter Sunday by the Gregorian rule (Meeus, Jones and Butcher). */
export function findEaster(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const inCentury = year % 100;
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30;
  const sunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7;
  const correction = Math.floor((golden + 11 * epact + 22 * sunday) / 451);
  return toIso(year, 2, epact + sunday - 7 * correction + 22);
}

/** Months and dates may lie outside of theirs. */
function toIso(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
}
