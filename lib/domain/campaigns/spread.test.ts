import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNextOpening, type SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { estimateEnd } from "./estimate-end";
import { drawGapMs, findFirstMinute } from "./spread";

const POLICY: SendingPolicy = {
  pauseMinMs: 20_000,
  pauseMaxMs: 60_000,
  restAfter: null,
  restMinMs: 300_000,
  restMaxMs: 720_000,
  hourlyCap: 20,
  dailyCaps: [10, 15, 20, 30, 40, 50, 60],
  spreads: true,
  windowFrom: 540,
  windowTo: 1_080,
  weekdays: [1, 2, 3, 4, 5],
  maxFailurePercent: 15,
  maxOptOutPercent: 15,
};
const HOUR_MS = 3_600_000;
/** A Wednesday, 9:00 in São Paulo. */
const OPENS = new Date("2026-11-18T12:00:00Z");
const later = (ms: number) => new Date(OPENS.getTime() + ms);

describe("the first message of a day", () => {
  it("comes at a minute of the window's opening part", () => {
    const first = (cap: number, draw: number, now = OPENS) =>
      findFirstMinute(POLICY, { cap, now, draw });
    expect(first(1, 0)).toEqual(OPENS);
    expect(first(1, 0.5)).toEqual(later(HOUR_MS / 2));
    // With 60 a day the whole window has nine minutes for each.
    expect(first(60, 0.5)).toEqual(later(4.5 * 60_000));
    expect(first(60, 0.999)).toEqual(later(0.999 * 9 * 60_000));
  });

  it("goes out at once where the day began long ago", () => {
    const now = later(2 * HOUR_MS);
    expect(findFirstMinute(POLICY, { cap: 10, now, draw: 0.9 })).toEqual(now);
  });
});

describe("the gaps between a day's first contacts", () => {
  it("share what is left of the window, half more or less", () => {
    const gap = (draw: number) => drawGapMs(POLICY, { left: 8, now: OPENS, draw });
    expect([gap(0), gap(0.5), gap(1)]).toEqual([HOUR_MS / 2, HOUR_MS, 1.5 * HOUR_MS]);
  });

  it("are none where nobody else may be written to, or the window is over", () => {
    expect(drawGapMs(POLICY, { left: 0, now: OPENS, draw: 0.5 })).toBe(0);
    expect(drawGapMs(POLICY, { left: 5, now: later(10 * HOUR_MS), draw: 0.5 })).toBe(0);
  });

  it("let a whole day's cap out within the window, over most of it", () => {
    const draws = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 60,
      maxLength: 60,
    });
    fc.assert(
      fc.property(draws, fc.integer({ min: 2, max: 60 }), (drawn, cap) => {
        let now = findFirstMinute(POLICY, { cap, now: OPENS, draw: drawn[0] ?? 0 });
        for (let left = cap - 1; left > 0; left -= 1) {
          now = new Date(now.getTime() + drawGapMs(POLICY, { left, now, draw: drawn[left] ?? 0 }));
        }
        expect(findNextOpening(POLICY, now)).toEqual(now);
      }),
    );
  });
});

describe("the estimate", () => {
  const start = { sent: { lastHour: [], today: 0 }, sendingDays: 0, now: OPENS };

  it("counts the spread: ten on a first day take the day", () => {
    const end = estimateEnd(POLICY, { ...start, count: 10 });
    expect(end?.getTime()).toBeGreaterThan(later(7 * HOUR_MS).getTime());
    expect(end?.getTime()).toBeLessThan(later(9 * HOUR_MS).getTime());
    const eleventh = estimateEnd(POLICY, { ...start, count: 11 });
    // Thursday, in the middle of the opening part for 15: 18 minutes.
    expect(eleventh).toEqual(later(24 * HOUR_MS + 18 * 60_000));
  });

  it("does not count a day without a first contact as one of sending", () => {
    const evening = later(12 * HOUR_MS);
    // Ten of a first day tomorrow, and not fifteen of a second: the eleventh waits for the day after.
    const end = estimateEnd(POLICY, { ...start, now: evening, count: 11 });
    expect(end?.getTime()).toBeGreaterThan(later(48 * HOUR_MS).getTime());
  });

  it("does not wait for the first minute of a day that has begun", () => {
    const sent = { lastHour: [OPENS], today: 1 };
    const soon = later(60_000);
    expect(estimateEnd(POLICY, { ...start, sent, now: soon, count: 1 })).toEqual(soon);
  });

  it("is what it was where nothing is spread", () => {
    const end = estimateEnd({ ...POLICY, spreads: false }, { ...start, count: 10 });
    expect(end).toEqual(later(9 * 40_000));
  });
});
