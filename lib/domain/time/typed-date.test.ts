import { describe, expect, test } from "vitest";
import { maskDate, maskTime, parseTypedDate, parseTypedTime } from "./typed-date";

describe("a date being typed", () => {
  test.each([
    ["", ""],
    ["3", "3"],
    ["31", "31"],
    ["310", "31/0"],
    ["31012026", "31/01/2026"],
    ["310120269", "31/01/2026"],
    ["31/01/2026", "31/01/2026"],
    ["1/2/2026", "01/02/2026"],
    ["1.2.2026", "01/02/2026"],
    ["31/1", "31/1"],
    ["2026-01-31", "31/01/2026"],
    ["ontem", ""],
  ])("%j becomes %j", (typed, masked) => expect(maskDate(typed)).toBe(masked));

  test.each([
    ["31/01/2026", "2026-01-31"],
    ["29/02/2028", "2028-02-29"],
    ["29/02/2026", null],
    ["31/04/2026", null],
    ["00/01/2026", null],
    ["01/13/2026", null],
    ["01/01/0020", null],
    ["01/01/20", "2020-01-01"],
    ["25/12/26", "2026-12-25"],
    ["31/02/26", null],
    ["01/01/2", null],
    ["", null],
  ])("%j is %j", (text, day) => expect(parseTypedDate(text)).toBe(day));
});

describe("a time being typed", () => {
  test.each([
    ["9", "9"],
    ["930", "93:0"],
    ["0930", "09:30"],
    ["9:30", "09:30"],
    ["09:30", "09:30"],
    ["18h30", "18:30"],
  ])("%j becomes %j", (typed, masked) => expect(maskTime(typed)).toBe(masked));

  test.each([
    ["09:30", "09:30"],
    ["9", "09:00"],
    ["18", "18:00"],
    ["24:00", null],
    ["12:60", null],
    ["12:3", null],
    ["", null],
  ])("%j is %j", (text, time) => expect(parseTypedTime(text)).toBe(time));
});
