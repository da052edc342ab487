import { expect, it } from "vitest";
import { parseScheduledTime } from "./recurrence";
import {
  getNextFullHour,
  joinSchedule,
  roundToStep,
  splitSchedule,
  toScheduleText,
} from "./schedule-fields";

it.each([
  ["2026-11-23T17:20:00Z", "2026-11-23T15:00"],
  ["2026-11-23T17:00:00Z", "2026-11-23T15:00"],
  ["2026-11-24T02:59:59Z", "2026-11-24T00:00"],
  ["2027-01-01T02:30:00Z", "2027-01-01T00:00"],
])("the next full hour after %s is %s in São Paulo", (now, text) => {
  expect(getNextFullHour(new Date(now))).toBe(text);
});

it.each([
  ["09:00", "09:00"],
  ["09:01", "09:05"],
  ["09:58", "10:00"],
  ["23:58", "23:55"],
  ["", ""],
])("the time %s is rounded to %s", (typed, time) => expect(roundToStep(typed)).toBe(time));

it("a schedule goes through the form's two fields and back", () => {
  const text = toScheduleText(new Date("2026-11-23T12:05:00Z"));
  expect(text).toBe("2026-11-23T09:05");
  expect(joinSchedule(splitSchedule(text))).toBe(text);
  expect(parseScheduledTime(text)).toEqual(new Date("2026-11-23T12:05:00Z"));
  expect(joinSchedule(splitSchedule(""))).toBe("");
  expect(parseScheduledTime(joinSchedule({ date: "2026-11-23", time: "" }))).toBeNull();
});
