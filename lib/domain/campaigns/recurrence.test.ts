import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RECURRENCES, type Recurrence } from "./campaign";
import {
  findNextOccurrence,
  fromSaoPauloTime,
  listOccurrences,
  parseScheduledTime,
} from "./recurrence";

const MINUTE_MS = 60_000;
/** All times below are multiples of it. */
const STEP_MS = 5 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const wallClock = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
  timeStyle: "short",
});
/** The walks below look at the same moments again and again. */
const shown = new Map<number, string>();
function show(at: Date): string {
  const text = shown.get(at.getTime()) ?? wallClock.format(at);
  shown.set(at.getTime(), text);
  return text;
}
const readDay = (at: Date) => show(at).slice(0, 10);
const readTime = (at: Date) => show(at).slice(11);
const getWeekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

const addHour = (time: string) =>
  `${String(Number(time.slice(0, 2)) + 1).padStart(2, "0")}${time.slice(2)}`;

/**
 * Looks at every fifth minute: the first of each local day whose clock shows the time or, where the clocks skipped it, the
 * time an hour later.
 */
function listSlowly(first: Date, recurrence: Recurrence, after: Date, until: Date): Date[] {
  const time = readTime(first);
  const firstDay = readDay(first);
  const found = new Map<string, Date>();
  const later = new Map<string, Date>();
  for (let at = first.getTime() - DAY_MS; at <= until.getTime(); at += STEP_MS) {
    const instant = new Date(at);
    const day = readDay(instant);
    if (day < firstDay) continue;
    if (readTime(instant) === time && !found.has(day)) found.set(day, instant);
    if (readTime(instant) === addHour(time) && !later.has(day)) later.set(day, instant);
  }
  return [...new Map([...later, ...found])]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .filter(([day, instant]) => {
      if (instant <= after || instant > until) return false;
      if (recurrence === "none") return day === firstDay;
      if (recurrence === "weekly") return getWeekday(day) === getWeekday(firstDay);
      return recurrence === "daily" || (getWeekday(day) > 0 && getWeekday(day) < 6);
    })
    .map(([, instant]) => instant);
}

describe("occurrences", () => {
  it("are those that a walk through every fifth minute finds, over years with clock changes", () => {
    // Summer time began and ended in these; the last change was on 2019-02-17.
    const starts = ["2017-10-01", "2018-02-05", "2018-10-25", "2019-02-05", "2026-11-20"];
    let compared = 0;
    for (const start of starts) {
      for (const recurrence of RECURRENCES) {
        for (const [hour, minute] of [
          [0, 0],
          [0, 30],
          [9, 5],
          [23, 0],
          [23, 55],
        ] as const) {
          const [year = 0, month = 0, day = 0] = start.split("-").map(Number);
          const first = fromSaoPauloTime(year, month, day, hour, minute);
          if (!first) throw new Error("not a day");
          const after = new Date(first.getTime() - 1);
          const until = new Date(first.getTime() + 24 * DAY_MS);
          const fast = listOccurrences({ firstAt: first, recurrence }, after, 30).filter(
            (at) => at <= until,
          );
          expect(fast).toEqual(listSlowly(first, recurrence, after, until));
          compared += fast.length;
        }
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  }, 60_000);

  it("come one a local day, at its hour, wherever one starts to look", () => {
    const instant = fc.date({
      min: new Date("2015-01-01T00:00:00Z"),
      max: new Date("2030-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    const schedule = fc.record({
      firstAt: instant.map((at) => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)),
      recurrence: fc.constantFrom<Recurrence>("daily", "weekly", "weekdays"),
    });
    fc.assert(
      fc.property(schedule, fc.integer({ min: 0, max: 4_000 }), (rule, days) => {
        const after = new Date(rule.firstAt.getTime() + days * DAY_MS);
        const listed = listOccurrences(rule, after, 10);
        expect(new Set(listed.map(readDay)).size).toBe(10);
        for (const [at, occurrence] of listed.entries()) {
          expect(occurrence > (listed[at - 1] ?? after)).toBe(true);
          const skipped = readTime(occurrence) !== readTime(rule.firstAt);
          if (skipped) expect(readTime(occurrence) > readTime(rule.firstAt)).toBe(true);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("come an hour later by the world's clock once summer time is over, and none is left out", () => {
    const firstAt = new Date("2019-02-10T14:00:00Z");
    const after = new Date("2019-02-20T14:30:00Z");
    expect(findNextOccurrence({ firstAt, recurrence: "daily" }, after)).toEqual(
      new Date("2019-02-20T15:00:00Z"),
    );
  });

  it("keep the seconds of the first", () => {
    const firstAt = new Date("2026-11-20T12:00:30.500Z");
    expect(findNextOccurrence({ firstAt, recurrence: "daily" }, firstAt)).toEqual(
      new Date("2026-11-21T12:00:30.500Z"),
    );
  });

  it("never come for a campaign whose only time has passed", () => {
    const firstAt = new Date("2026-11-20T12:00:00Z");
    expect(findNextOccurrence({ firstAt, recurrence: "none" }, firstAt)).toBeNull();
    expect(
      findNextOccurrence({ firstAt, recurrence: "none" }, new Date(firstAt.getTime() - 1)),
    ).toEqual(firstAt);
  });
});

describe("a time from outside", () => {
  it.each([
    ["2026-11-23T09:00", "2026-11-23T12:00:00.000Z"],
    ["2026-11-23 09:00:00", "2026-11-23T12:00:00.000Z"],
    ["2026-11-23T09:00:00.000", "2026-11-23T12:00:00.000Z"],
    ["2026-11-23T12:00:00.000Z", "2026-11-23T12:00:00.000Z"],
    ["2026-11-23T12:00Z", "2026-11-23T12:00:00.000Z"],
    ["2026-11-23T09:00:00-03:00", "2026-11-23T12:00:00.000Z"],
    // Midnight did not exist on that day.
    ["2018-11-04T00:00", "2018-11-04T03:00:00.000Z"],
    // 23:30 came twice.
    ["2019-02-16T23:30", "2019-02-17T01:30:00.000Z"],
    ["2028-02-29T09:00", "2028-02-29T12:00:00.000Z"],
  ])("%s is %s", (text, instant) => {
    expect(parseScheduledTime(text)?.toISOString()).toBe(instant);
  });

  it.each([
    "",
    "amanhã",
    "2026-02-30T09:00",
    "2027-02-29T09:00",
    "2026-13-01T09:00",
    "2026-00-01T09:00",
    "2026-11-00T09:00",
    "2026-11-23T24:00",
    "2026-11-23T09:60",
    "2026-11-23",
    "2026-11-23T09:00Z+1",
    "em 2026-11-23T09:00",
    "em 2026-11-23T09:00Z",
    "23/11/2026 09:00",
    "2026-99-99T99:99:99Z",
  ])("%s is none", (text) => {
    expect(parseScheduledTime(text)).toBeNull();
  });
});
