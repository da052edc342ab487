import { describe, expect, test } from "vitest";
import { listOpeningPeriods } from "./opening-periods";
import { planSearch, type SearchShape, toIndexedPrefix } from "./search-plan";
import { createTermStatistics } from "./term-statistics";

/** One row in 20 was counted. */
const statistics = createTermStatistics(
  [
    { kind: "word", term: "SILVA", count: 30_000 },
    { kind: "word", term: "SILVEIRA", count: 2_000 },
    { kind: "word", term: "LTDA", count: 400_000 },
    { kind: "cnae", term: "4721102", count: 10_000 },
    { kind: "cnae", term: "4711302", count: 90_000 },
    { kind: "cep", term: "01310000", count: 400 },
    { kind: "opened", term: "1545", count: 3_000 },
  ],
  1_000_000,
  20,
);

const shape = (changes: Partial<SearchShape>): SearchShape => ({
  ...{ words: [], cnae: null, cep: null, openingPeriods: [], areaCount: null, isOneCity: false },
  ...{ otherShare: 1, rowEffort: 1, needed: 1_001 },
  ...changes,
});
const words = (...each: string[]) => each.map((word) => ({ word, isPrefix: word.length >= 3 }));
const plan = (changes: Partial<SearchShape>) => planSearch(shape(changes), statistics).plan;

describe("opening periods", () => {
  test.each([
    ["1900-01-01", "1900-01-30", [0]],
    ["1900-01-30", "1900-01-31", [0, 1]],
    ["2026-11-01", null, [1544]],
    ["2026-10-22", "2026-11-21", [1543, 1544]],
    ["2026-11-22", "2026-01-01", []],
    ["2027-01-01", null, []],
    [null, "1900-03-05", [0, 1, 2]],
    ["1850-01-01", "1900-01-05", [0]],
  ])("from %s to %s are %j", (from, to, expected) => {
    const listed = listOpeningPeriods(from, to, "2026-11-22");
    expect(listed.length).toBe(expected.length);
    expect(listed).toEqual(expected);
  });

  test("end today", () => {
    expect(listOpeningPeriods(null, null, "2026-11-22")).toHaveLength(1_545);
    expect(listOpeningPeriods(null, "2099-01-01", "2026-11-22")).toHaveLength(1_545);
  });
});

test.each([
  ["cnae", "47", "47"],
  ["cnae", "472", "472"],
  ["cnae", "47211", "4721"],
  ["cnae", "472110", "4721"],
  ["cnae", "4721102", "4721102"],
  ["cep", "0131", "013"],
  ["cep", "01310100", "01310"],
] as const)("of the %s %s the index holds %s", (kind, code, expected) => {
  expect(toIndexedPrefix(kind, code)).toBe(expected);
});

describe("estimates", () => {
  test("sum what begins with a prefix, and tell whole terms apart from it", () => {
    expect(statistics.estimate("word", "SILV")).toBe(32_000);
    expect(statistics.estimateExact("word", "SILVA")).toBe(30_000);
    expect(statistics.estimateExact("word", "SILV")).toBe(10);
    expect(statistics.estimate("cnae", "47")).toBe(100_000);
    expect(statistics.estimate("cep", "01310")).toBe(400);
  });

  test("of what the sample has not are below its step", () => {
    expect(statistics.estimate("word", "XYZ")).toBe(10);
    expect(statistics.estimate("nothing", "X")).toBe(10);
  });
});

describe("a plan", () => {
  test("walks a city and a state", () => {
    expect(plan({ areaCount: 40_000, isOneCity: true })).toEqual({ way: "walk" });
    expect(plan({ areaCount: 300_000 })).toEqual({ way: "walk" });
  });

  test("walks for what many rows have", () => {
    expect(plan({ words: words("LTDA") })).toEqual({ way: "walk" });
  });

  test("looks a rare word up", () => {
    expect(plan({ words: words("XYZ") })).toMatchObject({ way: "index", words: new Set(["XYZ"]) });
  });

  test("leaves a word that many rows have out of the lookup of a rare one", () => {
    expect(plan({ words: words("LTDA", "SILVEIRA") })).toMatchObject({
      way: "index",
      words: new Set(["SILVEIRA"]),
    });
  });

  test("never trusts a walk to come upon a CEP, whose rows are together", () => {
    expect(plan({ cep: "01310", areaCount: 300_000 })).toMatchObject({ way: "index" });
  });

  test("uses the periods of opening where few companies are that young", () => {
    expect(plan({ openingPeriods: [1545] })).toMatchObject({ way: "index", usesPeriods: true });
  });

  test("uses the periods of a long time in which few companies were opened", () => {
    const periods = Array.from({ length: 600 }, (_, period) => period);
    expect(plan({ openingPeriods: periods })).toMatchObject({ way: "index", usesPeriods: true });
  });

  test("says how long a search through everything takes", () => {
    const cost = (changes: Partial<SearchShape>) => planSearch(shape(changes), statistics).cost;
    expect(cost({ otherShare: 1e-7 })).toBeCloseTo(600_000, -3);
    expect(cost({ otherShare: 1e-7, rowEffort: 6 })).toBeCloseTo(3_600_000, -3);
    expect(cost({ otherShare: 0.5 })).toBeLessThan(2_000);
  });

  test("walks a small city even for a rare word", () => {
    expect(plan({ words: words("XYZ"), areaCount: 5, isOneCity: true })).toEqual({ way: "walk" });
  });
});
