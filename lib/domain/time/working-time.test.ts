import { expect, test } from "vitest";
import { countWorkingSeconds } from "./working-time";

const HOUR = 3_600;

// 2026-11-23 is a Monday.
test.each([
  ["within a morning", "2026-11-23T09:00", "2026-11-23T10:20", 1 * HOUR + 20 * 60],
  ["from before the opening", "2026-11-23T06:00", "2026-11-23T08:30", HOUR / 2],
  ["from after the close", "2026-11-23T20:00", "2026-11-24T08:10", 600],
  ["over a night", "2026-11-23T17:30", "2026-11-24T08:30", HOUR],
  ["over a weekend", "2026-11-27T17:00", "2026-11-30T09:00", 2 * HOUR],
  ["within a weekend", "2026-11-28T10:00", "2026-11-29T22:00", 0],
  ["from a Saturday", "2026-11-28T10:00", "2026-11-30T08:05", 300],
  ["over two weeks", "2026-11-23T08:00", "2026-12-07T08:00", 100 * HOUR],
  ["over the turn of a year", "2026-12-31T17:00", "2027-01-01T09:00", 2 * HOUR],
  ["backwards", "2026-11-23T10:00", "2026-11-23T09:00", 0],
])("%s", (_name, from, to, seconds) => {
  const at = (local: string) => new Date(`${local}:00-03:00`);
  expect(countWorkingSeconds(at(from), at(to))).toBe(seconds);
});
