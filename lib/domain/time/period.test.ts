import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countDays, listDays, readPeriod } from "./period";
import { getSaoPauloDay } from "./sao-paulo-day";

const now = new Date("2026-11-22T02:30:00Z");

describe("a period of days", () => {
  it("ends today in São Paulo and has the usual length unless chosen", () => {
    expect(readPeriod({}, 30, now)).toEqual({
      from: "2026-10-23",
      to: "2026-11-21",
      start: new Date("2026-10-23T03:00:00Z"),
      end: new Date("2026-11-22T03:00:00Z"),
    });
    expect(readPeriod({ to: "2024-03-01" }, 2, now).from).toBe("2024-02-29");
    expect(readPeriod({ from: "2026-11-01" }, 30, now)).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-21",
    });
  });

  it("begins an hour later on a day without a midnight", () => {
    expect(readPeriod({ from: "2018-11-04", to: "2018-11-04" }, 1, now)).toMatchObject({
      start: new Date("2018-11-04T03:00:00Z"),
      end: new Date("2018-11-05T02:00:00Z"),
    });
  });

  it("counts and lists its days", () => {
    expect(listDays({ from: "2026-02-27", to: "2026-03-02" })).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
      "2026-03-02",
    ]);
    expect(countDays({ from: "2026-03-02", to: "2026-03-01" })).toBe(0);
    expect(listDays({ from: "2026-03-02", to: "2026-03-01" })).toEqual([]);
  });

  it("contains exactly the instants whose day is between its ends", () => {
    const day = fc
      .date({ min: new Date("2015-01-01"), max: new Date("2035-01-01"), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, (one, other) => {
        const [from = one, to = other] = [one, other].sort();
        const period = readPeriod({ from, to }, 30, now);
        expect(getSaoPauloDay(period.start)).toBe(from);
        expect(getSaoPauloDay(new Date(period.start.getTime() - 1)) < from).toBe(true);
        expect(getSaoPauloDay(new Date(period.end.getTime() - 1))).toBe(to);
        expect(getSaoPauloDay(period.end) > to).toBe(true);
        expect(listDays(period)).toHaveLength(countDays(period));
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
