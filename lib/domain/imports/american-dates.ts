import type { FileRow } from "./import-file";

/** Dates with the month first, such as 03/13/2019, as programs set to English write them. */

const LONGEST = 30;
const DATE = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/**
 * Collects over the rows of a file which columns certainly have the month first: some second number is above 12, and no
 * first number is.
 */
export class DateOrders {
  readonly #monthFirst = new Set<number>();
  readonly #dayFirst = new Set<number>();

  add({ cells }: FileRow): void {
    for (const [column, cell] of cells.entries()) {
      if (cell.length > LONGEST || cell.length < "1/2/26".length) continue;
      const [, first, , second] = DATE.exec(cell.trim()) ?? [];
      if (Number(first) > 12) this.#dayFirst.add(column);
      else if (Number(second) > 12) this.#monthFirst.add(column);
    }
  }

  list(): number[] {
    return [...this.#monthFirst].filter((column) => !this.#dayFirst.has(column)).sort(ascending);
  }
}

const ascending = (one: number, other: number) => one - other;

/** The date with its day first. */
export function putDayFirst(cell: string): string {
  const [whole = "", month, sign, day, year] = DATE.exec(cell.trim()) ?? [];
  return whole === ""
    ? cell
    : `${day}${sign}${month}${sign}${year}${cell.trim().slice(whole.length)}`;
}
