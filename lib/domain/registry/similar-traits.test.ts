import { describe, expect, test } from "vitest";
import {
  explainTrait,
  findAgeBand,
  formatShare,
  listAgeBounds,
  standsOut,
  toOpeningDays,
} from "./similar-traits";

describe("what stands out", () => {
  test.each([
    ["seven of twelve, where one in 250 is usual", 7, 12, 0.004, true],
    ["two of two are too few", 2, 2, 0.004, false],
    ["three of forty are less than a tenth", 3, 40, 0.001, false],
    ["half where half is usual", 6, 12, 0.5, false],
    ["four of ten where three are usual: not half as many again", 4, 10, 0.3, false],
    ["five of ten where three are usual: chance does that", 5, 10, 0.3, false],
    ["fifty of a hundred where thirty are usual", 50, 100, 0.3, true],
    ["what no sample has", 3, 12, 0, true],
  ])("%s", (_, count, total, usual, expected) => {
    expect(standsOut(count, total, usual)).toBe(expected);
  });
});

describe("ages", () => {
  const bounds = listAgeBounds("2026-11-25");

  test("begin on the same day of an earlier year", () => {
    expect(bounds).toEqual(["2006-11-25", "2016-11-25", "2021-11-25", "2023-11-25", "2025-11-25"]);
    expect(listAgeBounds("2028-02-29")[0]).toBe("2008-02-28");
  });

  test.each([
    ["1970-01-01", 0, { aberta_ate: "2006-11-24" }],
    ["2006-11-25", 1, { aberta_de: "2006-11-25", aberta_ate: "2016-11-24" }],
    ["2023-11-24", 3, { aberta_de: "2021-11-25", aberta_ate: "2023-11-24" }],
    ["2026-11-25", 5, { aberta_de: "2025-11-25" }],
  ])("a company of %s is of band %i", (day, band, days) => {
    expect(findAgeBand(day, bounds)).toBe(band);
    expect(toOpeningDays(band, bounds)).toEqual(days);
  });
});

describe("the explanation", () => {
  const trait = { kind: "activity", label: "Padaria", count: 7, usualShare: 0.004 } as const;

  test("says how many, and what is usual where they are", () => {
    const one = { total: 12, ufs: ["SP"] };
    expect(explainTrait(trait, one)).toBe("7 de 12 são de Padaria; em SP são 0,4 %.");
    expect(explainTrait(trait, { total: 12, ufs: ["SP", "RJ"] })).toBe(
      "7 de 12 são de Padaria; nos mesmos estados são 0,4 %.",
    );
    expect(explainTrait({ ...trait, kind: "state", label: "SP", usualShare: 0.28 }, one)).toBe(
      "7 de 12 ficam em SP; no Brasil são 28 %.",
    );
  });

  test.each([
    [0, "menos de 0,01 %"],
    [0.000123, "0,012 %"],
    [0.053, "5,3 %"],
    [0.999, "100 %"],
  ])("a share of %f is %s", (share, text) => expect(formatShare(share)).toBe(text));
});
