import { expect, test } from "vitest";
import { holdsWords } from "./fold-text";

test.each([
  ["Padaria São José", "jose  PADARIA", true],
  ["Padaria São José", "sao j", true],
  ["Padaria São José", "padaria silva", false],
  ["Padaria São José", "  ", true],
])("whether '%s' holds the words of '%s'", (text, typed, holds) => {
  expect(holdsWords(text, typed)).toBe(holds);
});
