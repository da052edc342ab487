import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAxisTicks } from "./axis-ticks";

describe("getAxisTicks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [20, [0, 5, 10, 15, 20]],
    [21, [0, 10, 20, 30]],
    [179, [0, 50, 100, 150, 200]],
    [2_400, [0, 1_000, 2_000, 3_000]],
  ])("rounds the axis of %i", (max, ticks) => {
    expect(getAxisTicks(max)).toEqual(ticks);
  });

  it("reaches every count in at most four whole steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (max) => {
        const ticks = getAxisTicks(max);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
