import { expect, test } from "vitest";
import { isSamePerson } from "./same-person.rule";

test.each([
  ["a mobile with and without the ninth digit", "5511987654321", "551187654321", true],
  ["a landline and the mobile of the same eight digits", "551141564683", "5511941564683", false],
  ["the other way round", "5511941564683", "551141564683", false],
  ["another area", "5511987654321", "5521987654321", false],
  ["a number of Mexico with and without its 1", "525512345678", "5215512345678", true],
  ["a number of Argentina with and without its 9", "541123456789", "5491123456789", true],
  ["another number of Mexico", "525512345678", "525512345679", false],
  ["a number of Brazil and one of the United States", "5511987654321", "15117654321", false],
])("%s: %s and %s are one person's: %s", (_, one, other, same) => {
  expect(isSamePerson(one, other)).toBe(same);
});
