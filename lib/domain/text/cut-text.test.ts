import { expect, it } from "vitest";
import { cutText } from "./cut-text";

it.each([
  ["abc", 2, "ab"],
  ["abc", 3, "abc"],
  ["abc", 9, "abc"],
  ["a😀b", 2, "a"],
  ["a😀b", 3, "a😀"],
  ["😀😀", 3, "😀"],
  ["", 1, ""],
])("%j cut at %i is %j", (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});
