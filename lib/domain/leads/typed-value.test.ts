import { expect, test } from "vitest";
import { readTypedValue } from "./typed-value";

test.each([
  ["", null],
  ["  ", null],
  ["1200", 120_000],
  ["1.200", 120_000],
  ["1.200.300", 120_030_000],
  ["1200,5", 120_050],
  ["1200,05", 120_005],
  ["1200.50", 120_050],
  ["1.200,50", 120_050],
  ["R$ 1.200,50", 120_050],
  ["r$0,99", 99],
  ["1000000000", 100_000_000_000],
  ["1000000000,01", undefined],
  ["1,234", undefined],
  ["12.34.56", undefined],
  ["-5", undefined],
  ["mil", undefined],
  ["1".repeat(10_000), undefined],
])("%j is %j cents", (text, cents) => {
  expect(readTypedValue(text)).toBe(cents);
});
