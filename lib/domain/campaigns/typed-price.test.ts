import { expect, it } from "vitest";
import { formatPrice, parsePrice } from "./typed-price";

it.each([
  ["0,35", 350_000],
  [" 0.0375 ", 37_500],
  ["1", 1_000_000],
  ["100", 100_000_000],
  ["100,000001", null],
  ["0,0000001", null],
  ["-1", null],
  ["R$ 1", null],
  ["", null],
  ["1,", null],
])("'%s' is %s", (typed, micros) => {
  expect(parsePrice(typed)).toBe(micros);
});

it("shows the decimals that say something", () => {
  expect(formatPrice(37_500).replaceAll("\u00a0", " ")).toBe("R$ 0,0375");
  expect(formatPrice(350_000).replaceAll("\u00a0", " ")).toBe("R$ 0,35");
});
