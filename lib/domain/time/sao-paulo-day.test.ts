import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getLastSaoPauloDays, getSaoPauloDay, getSaoPauloDayBounds } from "./sao-paulo-day";

const HOUR_MS = 3_600_000;

describe("the day in São Paulo", () => {
  it.each([
    ["2026-11-20T02:59:59.999Z", "2026-11-19"],
    ["2026-11-20T03:00:00.000Z", "2026-11-20"],
    ["2026-01-01T02:00:00.000Z", "2025-12-31"],
    ["2028-02-29T12:00:00.000Z", "2028-02-29"],
    // Summer time, UTC-2.
    ["2018-12-20T02:00:00.000Z", "2018-12-20"],
  ])("at %s is %s", (instant, day) => {
    expect(getSaoPauloDay(new Date(instant))).toBe(day);
  });

  it.each([
    ["an ordinary day", "2026-11-20T15:00:00Z", "2026-11-20T03:00:00Z", 24],
    ["its first instant", "2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z", 24],
    ["its last second", "2026-11-21T02:59:59Z", "2026-11-20T03:00:00Z", 24],
    [
      "2018-11-04, whose midnight did not exist",
      "2018-11-04T12:00:00Z",
      "2018-11-04T03:00:00Z",
      23,
    ],
    ["the day before it", "2018-11-04T02:59:59Z", "2018-11-03T03:00:00Z", 24],
    [
      "2019-02-16, its 23rd hour the first time",
      "2019-02-17T01:30:00Z",
      "2019-02-16T02:00:00Z",
      25,
    ],
    ["2019-02-16, its 23rd hour again", "2019-02-17T02:30:00Z", "2019-02-16T02:00:00Z", 25],
    ["the day after it", "2019-02-17T03:00:00Z", "2019-02-17T03:00:00Z", 24],
  ])("%s", (_name, instant, start, hours) => {
    const bounds = getSaoPauloDayBounds(new Date(instant));
    expect(bounds.start).toEqual(new Date(start));
    expect(bounds.end.getTime() - bounds.start.getTime()).toBe(hours * HOUR_MS);
  });

  it("contains its instant, and ends where the next one begins", () => {
    const instant = fc.date({
      min: new Date("1990-01-01T12:00:00Z"),
      max: new Date("2040-01-01T12:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (at) => {
        const { start, end } = getSaoPauloDayBounds(at);
        const day = getSaoPauloDay(at);
        expect(start.getTime()).toBeLessThanOrEqual(at.getTime());
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(getSaoPauloDay(start)).toBe(day);
        expect(getSaoPauloDay(new Date(end.getTime() - 1))).toBe(day);
        expect(getSaoPauloDay(new Date(start.getTime() - 1))).not.toBe(day);
        expect(getSaoPauloDayBounds(end).start).toEqual(end);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });
});

describe("the last days", () => {
  it("follow one another without a gap, today's last, across clock changes too", () => {
    for (const now of ["2026-11-21T02:30:00Z", "2018-11-05T12:00:00Z", "2019-02-20T12:00:00Z"]) {
      const days = getLastSaoPauloDays(30, new Date(now));
      expect(new Set(days.map(({ day }) => day)).size).toBe(30);
      expect(days.at(-1)?.day).toBe(getSaoPauloDay(new Date(now)));
      for (const [at, { day, start, end }] of days.entries()) {
        expect(getSaoPauloDay(start)).toBe(day);
        if (at < 29) expect(end).toEqual(days[at + 1]?.start);
      }
    }
  });
});
