import { describe, expect, test } from "vitest";
import { listOpeningPeriods } from "./opening-periods.rule";

describe("opening periods", () => {
  test.each([
    ["1900-01-01", "1900-01-30", [0]],
    ["1900-01-30", "1900-01-31", [0, 1]],
    ["2026-11-01", null, [1544]],
    ["2026-10-22", "2026-11-21", [1543, 1544]],
    ["2026-11-22", "2026-01-01", []],
    ["2027-01-01", null, []],
    [null, "1900-03-05", [0, 1, 2]],
    ["1850-01-01", "1900-01-05", [0]],
  ])("from %s to %s are %j", (from, to, expected) => {
    const listed = listOpeningPeriods(from, to, "2026-11-22");
    expect(listed.length).toBe(expected.length);
    expect(listed).toEqual(expected);
  });

  test("end today", () => {
    expect(listOpeningPeriods(null, null, "2026-11-22")).toHaveLength(1_545);
    expect(listOpeningPeriods(null, "2099-01-01", "2026-11-22")).toHaveLength(1_545);
  });
});
