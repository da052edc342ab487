import { expect, it } from "vitest";
import { nameDay } from "./day-name";

it.each([
  ["2026-11-24", "Hoje"],
  ["2026-11-23", "Ontem"],
  ["2026-11-22", "domingo, 22/11"],
  ["2026-11-17", "terça, 17/11"],
  ["2026-11-21", "sábado, 21/11"],
  ["2025-12-31", "quarta, 31/12/2025"],
  // Chosen by hand in a filter.
  ["2026-11-25", "quarta, 25/11"],
])("%s is called %s", (day, name) => {
  expect(nameDay(day, "2026-11-24")).toBe(name);
});

it("knows yesterday over the turn of a year and of a month", () => {
  expect(nameDay("2025-12-31", "2026-01-01")).toBe("Ontem");
  expect(nameDay("2028-02-29", "2028-03-01")).toBe("Ontem");
});
