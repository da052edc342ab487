import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateEnd } from "@/lib/domain/campaigns/estimate-end";
import { getDailyCap } from "./daily-cap";
import {
  countPairedDays,
  drawBlockLength,
  drawPauseMs,
  drawRestMs,
  findCapRelease,
  findNextOpening,
  getTypingMs,
  hasOpening,
  parseTimeOfDay,
  type SendingPolicy,
  tightenPolicy,
} from "./pacing";

const OPEN: SendingPolicy = {
  pauseMinMs: 20_000,
  pauseMaxMs: 60_000,
  restAfter: null,
  restMinMs: 300_000,
  restMaxMs: 720_000,
  hourlyCap: null,
  dailyCaps: [],
  spreads: false,
  windowFrom: 0,
  windowTo: 1_440,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  maxFailurePercent: 15,
  maxOptOutPercent: 15,
};
const OFFICE: SendingPolicy = {
  ...OPEN,
  hourlyCap: 20,
  dailyCaps: [10, 15, 20, 30, 40, 50, 60],
  windowFrom: 540,
  windowTo: 1_080,
  weekdays: [1, 2, 3, 4, 5],
};
const HOUR_MS = 3_600_000;
/** A Wednesday, 10:00 in São Paulo. */
const NOW = new Date("2026-11-18T13:00:00Z");
const NOBODY = { lastHour: [], today: 0 };

describe("a campaign's own pacing", () => {
  it("can only be slower", () => {
    const policy = tightenPolicy(OFFICE, {
      pause_min_seconds: 5,
      pause_max_seconds: 30,
      hourly_cap: 100,
      daily_cap: 1_000,
      window_from: "06:00",
      window_to: "24:00",
      weekdays: [5, 6, 7],
    });
    expect(policy).toEqual({ ...OFFICE, weekdays: [5] });
  });

  it("that says nothing leaves the installation's", () => {
    expect(tightenPolicy(OFFICE, {})).toEqual(OFFICE);
    expect(tightenPolicy(OPEN, {})).toEqual(OPEN);
    expect(tightenPolicy(OPEN, { hourly_cap: 5 }).hourlyCap).toBe(5);
  });

  it("takes each value that is slower", () => {
    const policy = tightenPolicy(OFFICE, {
      pause_min_seconds: 90,
      pause_max_seconds: 120,
      hourly_cap: 5,
      daily_cap: 25,
      window_from: "10:30",
      window_to: "12:00",
      weekdays: [1, 2],
    });
    expect(policy).toMatchObject({
      pauseMinMs: 90_000,
      pauseMaxMs: 120_000,
      hourlyCap: 5,
      dailyCaps: [10, 15, 20, 25, 25, 25, 25],
      windowFrom: 630,
      windowTo: 720,
      weekdays: [1, 2],
    });
    expect(tightenPolicy(OPEN, { daily_cap: 7 }).dailyCaps).toEqual([7]);
    expect(tightenPolicy(OPEN, { pause_min_seconds: 90 })).toMatchObject({
      pauseMinMs: 90_000,
      pauseMaxMs: 90_000,
    });
    expect(hasOpening(tightenPolicy(OFFICE, { window_from: "19:00" }))).toBe(false);
    expect(hasOpening(tightenPolicy(OFFICE, { weekdays: [6] }))).toBe(false);
  });

  it.each([
    ["00:00", 0],
    ["09:30", 570],
    ["24:00", 1_440],
    ["24:01", null],
    ["9:30", null],
    ["09:60", null],
    ["109:30", null],
    ["09:300", null],
    ["", null],
    [undefined, null],
  ])("reads %s as %s minutes", (text, minutes) => {
    expect(parseTimeOfDay(text)).toBe(minutes);
  });
});

describe("the sending window", () => {
  it.each([
    ["inside", "2026-11-18T13:00:00Z", "2026-11-18T13:00:00Z"],
    ["its first minute", "2026-11-18T12:00:00Z", "2026-11-18T12:00:00Z"],
    ["before it", "2026-11-18T09:00:00Z", "2026-11-18T12:00:00Z"],
    ["its end is outside", "2026-11-18T21:00:00Z", "2026-11-19T12:00:00Z"],
    ["a Friday night", "2026-11-20T22:00:00Z", "2026-11-23T12:00:00Z"],
    ["a Sunday", "2026-11-22T15:00:00Z", "2026-11-23T12:00:00Z"],
    ["late on Sunday, Monday in UTC", "2026-11-23T01:00:00Z", "2026-11-23T12:00:00Z"],
  ])("%s", (_name, at, opens) => {
    expect(findNextOpening(OFFICE, new Date(at))).toEqual(new Date(opens));
  });

  it.each<[string, Partial<SendingPolicy>, string, string]>([
    ["from nine to midnight", { windowFrom: 540 }, "2026-11-22T05:00:00Z", "2026-11-22T12:00:00Z"],
    ["from midnight to six", { windowTo: 1_080 }, "2026-11-21T22:00:00Z", "2026-11-22T03:00:00Z"],
    [
      "of whole weekdays",
      { weekdays: [1, 2, 3, 4, 5] },
      "2026-11-21T15:00:00Z",
      "2026-11-23T03:00:00Z",
    ],
    [
      "of one weekday, a week later",
      { weekdays: [3], windowTo: 1_080 },
      "2026-11-18T21:00:00Z",
      "2026-11-25T03:00:00Z",
    ],
  ])("%s", (_name, changes, at, opens) => {
    expect(findNextOpening({ ...OPEN, ...changes }, new Date(at))).toEqual(new Date(opens));
  });

  it("of the whole day is always open", () => {
    expect(findNextOpening(OPEN, new Date("2026-11-22T02:59:59.999Z"))).toEqual(
      new Date("2026-11-22T02:59:59.999Z"),
    );
  });

  it("without a day or an hour never opens", () => {
    expect(findNextOpening({ ...OPEN, weekdays: [] }, NOW)).toBeNull();
    expect(findNextOpening({ ...OPEN, windowFrom: 600, windowTo: 600 }, NOW)).toBeNull();
  });
});

describe("the caps on first contacts", () => {
  it.each([
    [0, 10],
    [1, 15],
    [5, 50],
    [6, 40],
    [400, 40],
  ])("after %i days of sending are %i a day", (days, cap) => {
    expect(getDailyCap(OFFICE, days)).toBe(cap);
    expect(getDailyCap(OPEN, days)).toBeNull();
  });

  it("count whole days", () => {
    expect(countPairedDays(new Date(NOW.getTime() - 48 * HOUR_MS + 1), NOW)).toBe(1);
    expect(countPairedDays(new Date(NOW.getTime() + 5), NOW)).toBe(0);
  });

  it("hold until midnight in São Paulo, or until the oldest of the hour is an hour old", () => {
    const today = { lastHour: [], today: 60 };
    expect(findCapRelease(OFFICE, { ...today, today: 59 }, 60, NOW)).toEqual(NOW);
    expect(findCapRelease(OFFICE, today, 60, NOW)).toEqual(new Date("2026-11-19T03:00:00Z"));
    const lastHour = Array.from(
      { length: 21 },
      (_, at) => new Date(NOW.getTime() - (50 - at) * 60_000),
    );
    expect(findCapRelease(OFFICE, { lastHour: lastHour.slice(0, 19), today: 19 }, 60, NOW)).toEqual(
      NOW,
    );
    // With 21 sent, the second one must be an hour old.
    expect(findCapRelease(OFFICE, { lastHour, today: 21 }, 60, NOW)).toEqual(
      new Date(NOW.getTime() + 11 * 60_000),
    );
  });
});

describe("drawn times", () => {
  it("stay within their bounds", () => {
    const policy = { ...OPEN, restAfter: 12 };
    for (const random of [0, 0.3, 0.999_999]) {
      expect(drawPauseMs(policy, random)).toBeGreaterThanOrEqual(20_000);
      expect(drawPauseMs(policy, random)).toBeLessThanOrEqual(60_000);
      expect(drawRestMs(policy, random)).toBeGreaterThanOrEqual(300_000);
      expect(drawRestMs(policy, random)).toBeLessThanOrEqual(720_000);
    }
    expect([drawPauseMs(policy, 0.5), drawRestMs(policy, 0.5)]).toEqual([40_000, 510_000]);
    expect([0, 0.5, 0.999].map((random) => drawBlockLength(policy, random))).toEqual([8, 12, 16]);
    expect(drawBlockLength(OPEN, 0.5)).toBeNull();
    expect(drawBlockLength({ ...OPEN, restAfter: 1 }, 0)).toBe(1);
  });

  it("of typing grow with the text, and are short where pauses are", () => {
    expect(getTypingMs(OPEN, "Oi")).toBe(2_000);
    expect(getTypingMs(OPEN, "a".repeat(100))).toBe(6_000);
    expect(getTypingMs(OPEN, "a".repeat(8_000))).toBe(12_000);
    expect(getTypingMs({ ...OPEN, pauseMaxMs: 3_000 }, "Oi")).toBe(1_000);
    expect(getTypingMs({ ...OPEN, pauseMaxMs: 0 }, "Oi")).toBe(0);
  });
});

describe("how long a campaign takes", () => {
  const start = { sent: NOBODY, sendingDays: 100, now: NOW };

  it("is the average pause between its messages", () => {
    const end = estimateEnd(OPEN, { ...start, count: 210 });
    expect(end).toEqual(new Date(NOW.getTime() + 209 * 40_000));
    expect(estimateEnd(OPEN, { ...start, count: 1 })).toEqual(NOW);
    const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
    const sent = { lastHour: [minutesAgo(50), minutesAgo(10)], today: 2 };
    expect(estimateEnd({ ...OPEN, hourlyCap: 2 }, { ...start, sent, count: 1 })).toEqual(
      minutesAgo(-10),
    );
  });

  it("counts rests, hours, days, nights and weekends", () => {
    const rests = estimateEnd({ ...OPEN, restAfter: 10 }, { ...start, count: 21 });
    expect(rests).toEqual(new Date(NOW.getTime() + 20 * 40_000 + 2 * 510_000));
    const hours = estimateEnd({ ...OPEN, hourlyCap: 10 }, { ...start, count: 21 });
    expect(hours).toEqual(new Date(NOW.getTime() + 2 * HOUR_MS));
    // 40 on Wednesday, Thursday and Friday, the rest on Monday.
    const days = estimateEnd({ ...OFFICE, hourlyCap: null }, { ...start, count: 121 });
    expect(days).toEqual(new Date("2026-11-23T12:00:00Z"));
    const young = estimateEnd(
      { ...OFFICE, hourlyCap: null },
      { ...start, sendingDays: 0, count: 11 },
    );
    expect(young).toEqual(new Date("2026-11-19T12:00:00Z"));
  });

  it("is never, where nothing may be sent", () => {
    expect(estimateEnd({ ...OPEN, weekdays: [] }, { ...start, count: 1 })).toBeNull();
    expect(estimateEnd({ ...OPEN, dailyCaps: [0] }, { ...start, count: 1 })).toBeNull();
  });

  it("ends for any policy, and never writes outside the window", () => {
    const policy = fc.record({
      hourlyCap: fc.option(fc.integer({ min: 1, max: 30 })),
      dailyCaps: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 5 }),
      windowFrom: fc.integer({ min: 0, max: 1_430 }),
      minutes: fc.integer({ min: 1, max: 1_440 }),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    });
    fc.assert(
      fc.property(policy, fc.integer({ min: 1, max: 60 }), ({ minutes, ...rest }, count) => {
        const drawn = { ...OPEN, ...rest, windowTo: Math.min(1_440, rest.windowFrom + minutes) };
        const end = estimateEnd(drawn, { ...start, count });
        if (!end) throw new Error("an open policy ends");
        expect(findNextOpening(drawn, end)).toEqual(end);
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
