import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getDailyCap, hasFewReplies, type NumberWeek, QUIET_WEEK } from "./daily-cap";

const LADDER = { dailyCaps: [10, 15, 20, 30, 40, 50, 60] };

/** The caps of 30 days of a number that writes to as many as it may, from the day `from` on. */
function climb({ from = 0, replies }: { from?: number; replies: number }): number[] {
  const days: { cap: number; sent: number }[] = [];
  for (let day = 0; day < 30; day += 1) {
    const sentBefore = days.filter(({ sent }) => sent > 0).length;
    const firstContacts = days.slice(-7).reduce((sum, { sent }) => sum + sent, 0);
    const week = { firstContacts, replies: Math.round(firstContacts * replies), failed: 0 };
    const cap = getDailyCap(LADDER, sentBefore, week) ?? 0;
    days.push({ cap, sent: day < from ? 0 : cap });
  }
  return days.map(({ cap }) => cap);
}

const times = (count: number, cap: number): number[] => Array.from({ length: count }, () => cap);

describe("the ladder of 30 days", () => {
  it("of a new number with one reply in ten", () => {
    expect(climb({ replies: 0.1 })).toEqual([10, 15, 20, 30, 40, 50, 41, 41, ...times(22, 40)]);
  });

  it("of a number that was paired and wrote to nobody for a week", () => {
    expect(climb({ from: 7, replies: 0.1 })).toEqual([
      ...times(7, 10),
      10,
      15,
      20,
      30,
      40,
      50,
      41,
      41,
      ...times(15, 40),
    ]);
  });

  it("of a number that nobody answers", () => {
    expect(climb({ replies: 0 })).toEqual([10, 15, 20, 30, ...times(26, 20)]);
  });

  it("of a number with one reply in five", () => {
    expect(climb({ replies: 0.2 })).toEqual([10, 15, 20, 30, 40, 50, ...times(24, 60)]);
  });
});

describe("the plateau", () => {
  const plateau = (week: Partial<NumberWeek>) =>
    getDailyCap(LADDER, 30, { ...QUIET_WEEK, ...week });

  it("is not for the operator's own list of fewer than seven caps, whatever the week came to", () => {
    const week = { firstContacts: 100, replies: 0, failed: 90 };
    expect(getDailyCap({ dailyCaps: [40, 50] }, 0, week)).toBe(40);
    expect(getDailyCap({ dailyCaps: [40, 50] }, 30, week)).toBe(50);
  });

  it("is lost with failures, whatever the replies", () => {
    const week = { firstContacts: 100, replies: 30 };
    expect(plateau({ ...week, failed: 5 })).toBe(60);
    expect(plateau({ ...week, failed: 10 })).toBe(40);
    expect(plateau({ ...week, failed: 15 })).toBe(20);
    expect(plateau({ ...week, failed: 90 })).toBe(20);
  });

  it("is judged after 50 first contacts, and lost with fewer than one reply in twenty", () => {
    const few = (firstContacts: number, replies: number) =>
      hasFewReplies({ firstContacts, replies, failed: 0 });
    expect([few(49, 0), few(50, 2), few(50, 3), few(100, 4), few(100, 5)]).toEqual([
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(getDailyCap(LADDER, 4, { firstContacts: 50, replies: 2, failed: 0 })).toBe(20);
    expect(getDailyCap(LADDER, 0, { firstContacts: 50, replies: 2, failed: 0 })).toBe(10);
  });

  it("is not of a shorter list, which is the operator's own", () => {
    const none = { firstContacts: 100, replies: 0, failed: 100 };
    expect(getDailyCap({ dailyCaps: [5] }, 9, none)).toBe(5);
    expect(getDailyCap({ dailyCaps: [] }, 9, none)).toBeNull();
    expect(getDailyCap({ dailyCaps: times(7, 8) }, 9, none)).toBe(8);
  });

  const week = fc
    .record({ firstContacts: fc.nat(500), answered: fc.nat(100), lost: fc.nat(100) })
    .map(({ firstContacts, answered, lost }) => ({
      firstContacts,
      replies: Math.floor((firstContacts * answered) / 100),
      failed: Math.floor((firstContacts * lost) / 100),
    }));

  it("stays between 20 and its figure, rises with replies and falls with failures", () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 6, max: 400 }), (found, days) => {
        const cap = getDailyCap(LADDER, days, found) ?? 0;
        expect(cap).toBeGreaterThanOrEqual(20);
        expect(cap).toBeLessThanOrEqual(60);
        const better = { ...found, replies: found.replies + 1 };
        const worse = { ...found, failed: found.failed + 1 };
        expect(getDailyCap(LADDER, days, better)).toBeGreaterThanOrEqual(cap);
        expect(getDailyCap(LADDER, days, worse)).toBeLessThanOrEqual(cap);
      }),
    );
  });

  it("never gives more than the step of the ladder", () => {
    fc.assert(
      fc.property(week, fc.nat(10), (found, days) => {
        const cap = getDailyCap(LADDER, days, found) ?? 0;
        expect(cap).toBeLessThanOrEqual(LADDER.dailyCaps[Math.min(days, 6)] ?? 0);
      }),
    );
  });
});
