import { describe, expect, test } from "vitest";
import {
  findStepCalendar,
  findStepDeadline,
  findStepOpening,
  findStepTime,
  hasStepOpening,
  type StepCalendar,
} from "./sequence";

const POLICY = { windowFrom: 9 * 60, windowTo: 18 * 60, weekdays: [1, 2, 3, 4, 5] };
const NO_DAYS: ReadonlySet<string> = new Set();
const at = (text: string) => new Date(`${text}-03:00`);
const calendar = (
  hours: { window_from?: string; window_to?: string } = {},
  daysOff: ReadonlySet<string> = NO_DAYS,
): StepCalendar => findStepCalendar(hours, POLICY, daysOff);

describe("the hours of a step", () => {
  test("are those of the number, narrowed by its own, never widened", () => {
    expect(calendar()).toMatchObject({ from: 540, to: 1_080 });
    expect(calendar({ window_from: "08:00", window_to: "12:00" })).toMatchObject({
      from: 540,
      to: 720,
    });
    expect(calendar({ window_from: "14:00", window_to: "20:00" })).toMatchObject({
      from: 840,
      to: 1_080,
    });
  });

  test("are of working days; of the days of rest where the number writes on no other", () => {
    const all = { ...POLICY, weekdays: [1, 2, 3, 4, 5, 6, 7] };
    expect(findStepCalendar({}, all, NO_DAYS).weekdays).toEqual([1, 2, 3, 4, 5]);
    expect(findStepCalendar({}, { ...POLICY, weekdays: [6, 7] }, NO_DAYS).weekdays).toEqual([6, 7]);
  });

  test.each([
    [{ window_from: "12:00", window_to: "09:30" }, false],
    [{ window_from: "18:00" }, false],
    [{ window_from: "17:59" }, true],
  ])("%o leave a moment: %s", (hours, expected) => {
    expect(hasStepOpening(calendar(hours))).toBe(expected);
  });
});

describe("a step is due", () => {
  // 2026-11-25 is a Wednesday.
  test.each([
    [1, "2026-11-26T09:00"],
    [2, "2026-11-27T09:00"],
    [3, "2026-11-30T09:00"],
    [30, "2027-01-06T09:00"],
  ])("%i working days after the message before", (waitDays, expected) => {
    const found = findStepTime(calendar(), { after: at("2026-11-25T23:59"), waitDays, draw: 0 });
    expect(found).toEqual(at(expected));
  });

  test("not on a day off, its own or a holiday", () => {
    const days = new Set(["2026-11-26", "2026-11-27"]);
    const found = findStepTime(calendar({}, days), {
      after: at("2026-11-25T10:00"),
      waitDays: 1,
      draw: 0,
    });
    expect(found).toEqual(at("2026-11-30T09:00"));
  });

  test("within the first three quarters of its hours", () => {
    const hours = calendar({ window_from: "09:00", window_to: "13:00" });
    const find = (draw: number) =>
      findStepTime(hours, { after: at("2026-11-25T10:00"), waitDays: 1, draw });
    expect(find(0)).toEqual(at("2026-11-26T09:00"));
    expect(find(0.5)).toEqual(at("2026-11-26T10:30"));
    expect(find(1)).toEqual(at("2026-11-26T12:00"));
  });

  test("never, without an hour or a day", () => {
    const after = at("2026-11-25T10:00");
    const none = calendar({ window_from: "19:00" });
    expect(findStepTime(none, { after, waitDays: 1, draw: 0 })).toBeNull();
    const always = { ...calendar(), daysOff: { has: () => true } as unknown as Set<string> };
    expect(findStepTime(always, { after, waitDays: 1, draw: 0 })).toBeNull();
  });
});

describe("a step that is due goes out", () => {
  test.each([
    ["2026-11-25T09:00", "2026-11-25T09:00"],
    ["2026-11-25T17:59", "2026-11-25T17:59"],
    ["2026-11-25T08:59", "2026-11-25T09:00"],
    ["2026-11-25T18:00", "2026-11-26T09:00"],
    ["2026-11-27T18:30", "2026-11-30T09:00"],
    ["2026-11-28T10:00", "2026-11-30T09:00"],
  ])("at %s or later: %s", (now, expected) => {
    expect(findStepOpening(calendar(), at(now), 0)).toEqual(at(expected));
  });

  test("on the next working day after a day off", () => {
    const days = new Set(["2026-11-25"]);
    expect(findStepOpening(calendar({}, days), at("2026-11-25T10:00"), 0)).toEqual(
      at("2026-11-26T09:00"),
    );
    expect(
      findStepOpening(calendar({ window_from: "19:00" }), at("2026-11-25T10:00"), 0),
    ).toBeNull();
  });

  test("until the end of the fifth working day after the one on which it was due", () => {
    expect(findStepDeadline(calendar(), at("2026-11-25T10:00"))).toEqual(at("2026-12-03T00:00"));
    const days = new Set(["2026-11-26"]);
    expect(findStepDeadline(calendar({}, days), at("2026-11-25T10:00"))).toEqual(
      at("2026-12-04T00:00"),
    );
  });
});
