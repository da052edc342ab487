/** Apart from sao-paulo-day, with which a page would load a library of dates. */

/** Days follow São Paulo's calendar, wherever the server runs. */
export const SAO_PAULO = "America/Sao_Paulo";

// Created once: it costs more than the rest of spending a credit.
const calendarDay = new Intl.DateTimeFormat("en-CA", { timeZone: SAO_PAULO });

/** The calendar day in São Paulo at `instant`, as "2026-01-31". */
export function getSaoPauloDay(instant: Date): string {
  return calendarDay.format(instant);
}
