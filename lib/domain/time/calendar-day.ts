/** Separate from sao-paulo-day, which would load a date library into the page. */

/** Days follow São Paulo's calendar, independent of the server's time zone. */
export const SAO_PAULO = "America/Sao_Paulo";

// Created once: it costs more than the rest of spending a credit. The parts are the same in every version of the
// locale data; the text that `format` makes of them is not, not even that of "en-CA".
const clock = new Intl.DateTimeFormat("en", {
  timeZone: SAO_PAULO,
  calendar: "gregory",
  numberingSystem: "latn",
  hourCycle: "h23",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

/** What calendars and clocks in São Paulo show at `instant`: "2026-01-31" and "18:30:05". */
export function readSaoPauloClock(instant: Date): { day: string; time: string } {
  const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  const join = (between: string, ...names: Intl.DateTimeFormatPartTypes[]) =>
    names.map((name) => parts.get(name)).join(between);
  return {
    day: join("-", "year", "month", "day"),
    time: join(":", "hour", "minute", "second"),
  };
}

/** The calendar day in São Paulo at `instant`, as "2026-01-31". */
export function getSaoPauloDay(instant: Date): string {
  return readSaoPauloClock(instant).day;
}
