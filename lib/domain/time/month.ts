/** Months in São Paulo, as "2026-11". */

/** The month so many after it, or before it. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Its first day and its last. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const next = new Date(`${shiftMonth(month, 1)}-01T00:00:00Z`);
  const last = new Date(next.getTime() - 86_400_000);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
