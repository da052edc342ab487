import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { readWrittenNumber } from "@/lib/domain/phone/written-number";
import { cnaeCell, cnpjCell, csvCell, phoneCell, removeGuard } from "./spreadsheet-cell";

describe("a cell of a CSV", () => {
  it.each([
    [null, ""],
    [{ number: -3.5 }, "-3,5"],
    [{ number: 1234.5, isMoney: true }, "1234,50"],
    [{ day: "2019-03-13" }, "13/03/2019"],
    ["Açaí", "Açaí"],
    ["=SOMA(A1)", "'=SOMA(A1)"],
    ["+55 11", "'+55 11"],
    ["-10%", "'-10%"],
    ["'=1", "''=1"],
    ["'casa", "'casa"],
    ["@casa", "'@casa"],
    ["\tx", "'\tx"],
    ["＝1+1", "'＝1+1"],
    ["＋55", "'＋55"],
    ["－2", "'－2"],
    ["＠soma", "'＠soma"],
    ["﹦1", "'﹦1"],
    ["﹢1", "'﹢1"],
    ["﹣1", "'﹣1"],
    ["﹫x", "'﹫x"],
    ["⁼1", "'⁼1"],
    ["₊1", "'₊1"],
    ["−1", "'−1"],
    [" =1", "' =1"],
    ["\u00a0=1", "'\u00a0=1"],
    ["\u200b=1", "'\u200b=1"],
    ["\ufeff=1", "'\ufeff=1"],
    ["\n=1", '"\'\n=1"'],
    [" \t＝1", "' \t＝1"],
    ["' =1", "'' =1"],
    [" casa", " casa"],
    ["Preço = 1", "Preço = 1"],
    ["a;b", '"a;b"'],
    ['TV 32"', '"TV 32"""'],
    ["duas\nlinhas", '"duas\nlinhas"'],
    ["=1;2", '"\'=1;2"'],
    [new Date("2026-01-31T02:30:00Z"), "30/01/2026 23:30"],
  ])("%j is written %s", (cell, text) => {
    expect(csvCell(cell)).toBe(text);
  });

  it("is never a formula, and never more than one cell", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."=+-@＝＋－＠﹣⁼\t'\";\r\n\u00a0\u200b a1"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (each) => {
        const cell = csvCell(each);
        expect(cell.normalize("NFKC")).not.toMatch(/^"?[\s\u200b]*[=+\-@]/);
        expect(cell).not.toMatch(/^"?[\t\r]/);
        const read = cell.replace(/^"(.*)"$/s, "$1").replaceAll('""', '"');
        expect(removeGuard(read)).toBe(each);
        expect(cell).toMatch(/^(?:[^";\r\n]*|"(?:[^"]|"")*")$/);
      }),
      { seed: 20261121, numRuns: 3_000 },
    );
  });
});

describe("a number", () => {
  it.each([
    ["5511987654321", "digits", "(11) 98765-4321"],
    ["551133334444", "digits", "(11) 3333-4444"],
    ["34912345678", "digits", "00 34912345678"],
    ["558001234567", "digits", "0800 123 4567"],
    ["08001234567", "digits", "0800123-4567"],
    ["08001234567", "as typed", "0800 123 4567"],
    ["+34 912 345 678", "as typed", "00 34912345678"],
    ["11 98765-4321", "as typed", "(11) 98765-4321"],
    ["0800 123 4567", "as typed", "0800 123 4567"],
    ["40031234", "as typed", "4003-1234"],
    ["190", "as typed", "190"],
    ["3232-4545 ramal 12", "as typed", "3232-4545 ramal 12"],
    ["3232-4545 / 46", "as typed", "3232-4545 / 46"],
    ["+34 912 345 678 ramal 5", "as typed", "+34 912 345 678 ramal 5"],
    ["", "digits", null],
    [null, "as typed", null],
  ] as const)("%j kept as %s is %s", (number, kept, cell) => {
    expect(phoneCell(number, kept)).toBe(cell);
  });

  it("is read back as the same number, and is not numeric to a spreadsheet", () => {
    const brazilian = fc
      .tuple(
        fc.stringMatching(/^[1-9][1-9]$/).filter(isAreaCode),
        fc.oneof(fc.stringMatching(/^9\d{8}$/), fc.stringMatching(/^[2-9]\d{7}$/)),
      )
      .map(([ddd, subscriber]) => `55${ddd}${subscriber}`);
    const foreign = fc
      .stringMatching(/^[1-9]\d{9,14}$/)
      .filter((digits) => !digits.startsWith("55"));
    fc.assert(
      fc.property(fc.oneof(brazilian, foreign), (number) => {
        const cell = phoneCell(number, "digits") ?? "";
        expect(readWrittenNumber(cell)).toMatchObject({ ok: true, digits: number });
        expect(Number(cell)).toBeNaN();
        expect(csvCell(cell)).toBe(cell);
      }),
      { seed: 20261121, numRuns: 2_000 },
    );
  });
});

it("punctuation preserves leading zeros of codes", () => {
  expect(cnpjCell("00000191000100")).toBe("00.000.191/0001-00");
  expect(cnpjCell(null)).toBeNull();
  expect(cnaeCell("0111301")).toBe("0111-3/01");
  expect(cnaeCell("padaria")).toBe("padaria");
  expect(cnaeCell(null)).toBeNull();
});
