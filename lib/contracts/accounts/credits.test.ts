import { expect, test } from "vitest";
import { credits } from "./credits";

test("the history of credits is of 1 to 30 days, of 7 where nobody says so", () => {
  const daysOf = (days?: string) => credits.history.query.parse({ days }).days;
  expect([daysOf("0"), daysOf("-4"), daysOf("1")]).toEqual([1, 1, 1]);
  expect([daysOf("30"), daysOf("31"), daysOf("9999")]).toEqual([30, 30, 30]);
  expect([daysOf(), daysOf(""), daysOf("abc")]).toEqual([7, 7, 7]);
  expect(daysOf("14")).toBe(14);
});
