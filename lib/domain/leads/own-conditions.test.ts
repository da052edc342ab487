import { expect, test } from "vitest";
import { formatOwnConditions, parseOwnConditions, toStoredCondition } from "./own-conditions";

test("conditions are read from an address and written to it, signs that separate included", () => {
  const conditions = [
    { key: "cargo", operator: "is" as const, values: ["Dona; sócia, 50%: sim"] },
    { key: "frota", operator: "between" as const, values: ["1", "9"] },
    { key: "porte", operator: "empty" as const, values: [] },
  ];
  const text = formatOwnConditions(conditions);
  expect(text).toBe("cargo:is:Dona%3B sócia%2C 50%25%3A sim;frota:between:1,9;porte:empty");
  expect(parseOwnConditions(text)).toEqual(conditions);
});

test.each([
  ["cargo"],
  ["cargo:like:x"],
  ["Cargo:is:x"],
  ["cargo:is"],
  ["cargo:is:a,b"],
  ["cargo:is:%"],
  ["cargo:empty:x"],
  ["frota:between:1"],
  ["a:empty;b:empty;c:empty;d:empty;e:empty;f:empty"],
])("%s is no filter", (text) => {
  expect(parseOwnConditions(text)).toBeNull();
});

test("values are stored as their field's are; what does not fit is none", () => {
  const number = { kind: "number" as const, choices: [] };
  expect(toStoredCondition(number, { key: "f", operator: "gte", values: ["1.200,5"] })).toEqual({
    operator: "gte",
    texts: [],
    numbers: [1200.5],
    days: [],
  });
  expect(toStoredCondition(number, { key: "f", operator: "gte", values: ["x"] })).toBeNull();
  expect(toStoredCondition(number, { key: "f", operator: "is", values: ["1"] })).toBeNull();
});
