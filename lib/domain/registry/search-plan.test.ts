import { describe, expect, test } from "vitest";
import { planSearch, type SearchKey, type SearchShape, toIndexedPrefixes } from "./search-plan";
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
    { kind: "ddd", term: "11", count: 120_000 },
    { kind: "ddd", term: "68", count: 4_000 },
  ],
  1_000_000,
  20,
);

const shape = (changes: Partial<SearchShape>): SearchShape => ({
  words: [],
  cnaes: [],
  ceps: [],
  openingPeriods: [],
  ddds: [],
  area: null,
  otherShare: 1,
  isOtherTogether: false,
  rowEffort: 1,
  needed: 1_001,
  ...changes,
});
const city = (count: number) => ({ count, places: 1, areCities: true });
const states = (count: number, places = 1) => ({ count, places, areCities: false });
const words = (...each: string[]) => each.map((word) => ({ word, isPrefix: word.length >= 3 }));
const plan = (changes: Partial<SearchShape>) => planSearch(shape(changes), statistics).plan;

const WALK = { way: "walk", byActivity: false };

test.each([
  ["cnae", ["47"], ["47"]],
  ["cnae", ["472"], ["472"]],
  ["cnae", ["47211"], ["4721"]],
  ["cnae", ["472110"], ["4721"]],
  ["cnae", ["4721102"], ["4721102"]],
  ["cep", ["0131"], ["013"]],
  ["cep", ["01310100"], ["01310"]],
  ["cnae", ["4721102", "5611201"], ["4721102", "5611201"]],
  ["cnae", ["4721102", "4721103", "56"], ["47", "56"]],
] as const)("of the %s %j the index holds %j", (kind, codes, expected) => {
  expect(toIndexedPrefixes(kind, codes)).toEqual(expected);
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
    expect(plan({ area: city(40_000) })).toEqual(WALK);
    expect(plan({ area: states(300_000) })).toEqual(WALK);
  });

  test("walks for what many rows have", () => {
    expect(plan({ words: words("LTDA") })).toEqual(WALK);
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
    expect(plan({ ceps: ["01310"], area: states(300_000) })).toMatchObject({ way: "index" });
  });

  test("uses the periods of opening where few companies are that young", () => {
    expect(plan({ openingPeriods: [1545] })).toMatchObject({
      way: "index",
      keys: new Set(["opened"]),
    });
  });

  test("uses the periods of a long time in which few companies were opened", () => {
    const periods = Array.from({ length: 600 }, (_, period) => period);
    expect(plan({ openingPeriods: periods })).toMatchObject({
      way: "index",
      keys: new Set(["opened"]),
    });
  });

  test("says how long a search through everything takes", () => {
    const cost = (changes: Partial<SearchShape>) => planSearch(shape(changes), statistics).cost;
    expect(cost({ otherShare: 1e-7 })).toBeCloseTo(600_000, -3);
    expect(cost({ otherShare: 1e-7, rowEffort: 6 })).toBeCloseTo(3_600_000, -3);
    expect(cost({ otherShare: 0.5 })).toBeLessThan(2_000);
  });

  test("looks an area code up where no place is given or few rows of it have it", () => {
    const looksUp = (...keys: SearchKey[]) => ({
      way: "index",
      words: new Set(),
      keys: new Set(keys),
    });
    expect(plan({ ddds: ["11"] })).toEqual(looksUp("ddd"));
    expect(plan({ ddds: ["68"], area: states(300_000) })).toEqual(looksUp("area", "ddd"));
    expect(plan({ ddds: ["11"], area: city(40_000) })).toEqual(WALK);
  });

  test("walks through an activity in a city alone, unless the city is as small", () => {
    const byActivity = { way: "walk", byActivity: true };
    expect(plan({ cnaes: ["4711302"], area: city(110_000) })).toEqual(byActivity);
    expect(plan({ cnaes: ["4711302"], area: city(110_000), otherShare: 0.01 })).toEqual(byActivity);
    expect(plan({ cnaes: ["4711302"], area: city(300) })).not.toEqual(byActivity);
    expect(plan({ cnaes: ["4711302"], area: states(300_000) })).not.toEqual(byActivity);
  });

  test("never trusts a walk to come upon a neighbourhood outside its state", () => {
    const cost = (changes: Partial<SearchShape>) => planSearch(shape(changes), statistics).cost;
    const together = { otherShare: 0.1, isOtherTogether: true };
    expect(cost(together)).toBeCloseTo(600_000, -3);
    expect(cost({ ...together, area: states(300_000) })).toBeLessThan(20_000);
  });

  test("looks several activities up together, and several states up or not, as is cheaper", () => {
    const cnaes = ["4721102", "9999999"];
    expect(plan({ cnaes, otherShare: 0.001 })).toMatchObject({ keys: new Set(["cnae"]) });
    expect(plan({ area: states(900_000, 20), words: words("SILVEIRA") })).toEqual({
      way: "index",
      words: new Set(["SILVEIRA"]),
      keys: new Set(),
    });
  });

  test("walks a small city even for a rare word", () => {
    expect(plan({ words: words("XYZ"), area: city(5) })).toEqual(WALK);
  });
});
