import Holidays from "date-holidays";

/** A national holiday of Brazil. */
export interface Holiday {
  /** "2026-12-25". */
  day: string;
  name: string;
}

const byYear = new Map<number, readonly Holiday[]>();
let calendar: Holidays | undefined;

/** The national holidays of a year, in order; those of states and towns are among an account's own days. */
export function findHolidays(year: number): readonly Holiday[] {
  const known = byYear.get(year);
  if (known) return known;
  calendar ??= new Holidays("BR", { languages: ["pt"] });
  const found = calendar
    .getHolidays(year)
    .filter(({ type }) => type === "public")
    .map(({ date, name }) => ({ day: date.slice(0, 10), name }));
  byYear.set(year, found);
  return found;
}
