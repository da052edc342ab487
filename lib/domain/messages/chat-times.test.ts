import { describe, expect, test } from "vitest";
import { formatChatTime, formatHistoryDay, formatMessageTime, groupByDay } from "./chat-times";

/** A Friday, 09:30 in São Paulo. */
const NOW = new Date("2026-11-20T12:30:00Z");

describe("formatChatTime", () => {
  test.each([
    ["today", "2026-11-20T11:05:00Z", "08:05"],
    ["the first minute of today", "2026-11-20T03:00:00Z", "00:00"],
    ["the last minute of yesterday, already today in UTC", "2026-11-20T02:59:00Z", "quinta-feira"],
    ["this week's Sunday", "2026-11-15T12:00:00Z", "domingo"],
    ["the Saturday before", "2026-11-14T12:00:00Z", "14/11/2026"],
    ["the same weekday a week before", "2026-11-13T12:00:00Z", "13/11/2026"],
    ["another year", "2025-11-20T12:00:00Z", "20/11/2025"],
    ["a clock ahead of ours", "2026-11-21T12:00:00Z", "sábado"],
  ])("shows %s", (_case, instant, shown) => {
    expect(formatChatTime(instant, NOW)).toBe(shown);
  });

  test("on a Sunday the week begins anew", () => {
    const sunday = new Date("2026-11-22T15:00:00Z");
    expect(formatChatTime("2026-11-21T15:00:00Z", sunday)).toBe("21/11/2026");
  });
});

test("formatMessageTime shows São Paulo's time", () => {
  expect(formatMessageTime("2026-11-20T02:07:00Z")).toBe("23:07");
});

describe("formatHistoryDay", () => {
  test.each([
    ["2026-11-20", "Hoje"],
    ["2026-11-19", "Ontem"],
    ["2026-11-18", "18/11/2026"],
    ["2026-11-21", "21/11/2026"],
  ])("%s is %s", (day, label) => {
    expect(formatHistoryDay(day, NOW)).toBe(label);
  });

  test("yesterday can be in another year", () => {
    expect(formatHistoryDay("2026-12-31", new Date("2027-01-01T12:00:00Z"))).toBe("Ontem");
  });
});

test("groupByDay begins a group at São Paulo's midnight and keeps the order", () => {
  const at = (timestamp: string) => ({ timestamp });
  const groups = groupByDay([
    at("2026-11-19T02:59:00Z"),
    at("2026-11-19T03:00:00Z"),
    at("2026-11-20T02:59:59Z"),
    at("2026-11-20T12:00:00Z"),
  ]);
  expect(groups.map(({ day, messages }) => [day, messages.length])).toEqual([
    ["2026-11-18", 1],
    ["2026-11-19", 2],
    ["2026-11-20", 1],
  ]);
  expect(groupByDay([])).toEqual([]);
});
