import { describe, expect, it } from "vitest";
import { listSnoozes } from "./snooze";
import { isOverdue, nameDue } from "./task";

it.each([
  ["2026-11-24", "14:00", "Hoje, 14:00"],
  ["2026-11-25", null, "Amanhã"],
  ["2026-11-23", null, "Ontem"],
  ["2026-11-27", "09:30", "sexta, 27/11, 09:30"],
  ["2027-01-04", null, "segunda, 04/01/2027"],
])("%s %s is called %s", (day, time, name) => {
  expect(nameDue({ day, time }, "2026-11-24")).toBe(name);
});

it("is late from the instant that it is due by, until it is done", () => {
  const due_by = "2026-11-24T17:00:00.000Z";
  const at = (instant: string, done_at: string | null = null) =>
    isOverdue({ due_by, done_at }, new Date(instant));
  expect(at("2026-11-24T16:59:59.999Z")).toBe(false);
  expect(at(due_by)).toBe(true);
  expect(at("2026-11-25T00:00:00Z", due_by)).toBe(false);
});

describe("a task is put off", () => {
  const list = (instant: string) =>
    listSnoozes(new Date(instant)).map(({ label, day, time }) => `${label}: ${day} ${time}`);

  it("by an hour, to the next morning or to Monday", () => {
    expect(list("2026-11-24T13:30:00Z")).toEqual([
      "Em 1 hora: 2026-11-24 11:30",
      "Amanhã às 9: 2026-11-25 09:00",
      "Segunda às 9: 2026-11-30 09:00",
    ]);
  });

  it("over midnight and over a Sunday, to the next week on a Monday", () => {
    expect(list("2026-11-23T02:30:00Z")).toEqual([
      "Em 1 hora: 2026-11-23 00:30",
      "Amanhã às 9: 2026-11-23 09:00",
    ]);
    expect(list("2026-11-23T12:00:00Z").at(-1)).toBe("Segunda às 9: 2026-11-30 09:00");
  });
});
