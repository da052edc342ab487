import { expect, test } from "vitest";
import { daysOfMonth, shiftMonth } from "./month";

test.each([
  ["2026-11", 1, "2026-12"],
  ["2026-11", 2, "2027-01"],
  ["2026-01", -1, "2025-12"],
  ["2026-11", -23, "2024-12"],
  ["2026-11", 0, "2026-11"],
])("%s and %i months is %s", (month, by, shifted) => {
  expect(shiftMonth(month, by)).toBe(shifted);
});

test.each([
  ["2026-02", "2026-02-28"],
  ["2028-02", "2028-02-29"],
  ["2026-12", "2026-12-31"],
])("%s ends on %s", (month, to) => {
  expect(daysOfMonth(month)).toEqual({ from: `${month}-01`, to });
});
