import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addNinthDigit,
  formatKeptNumber,
  getPhoneKey,
  isSameNumber,
  parseKeptNumber,
} from "./phone";
import { toKeptNumber } from "./read-number";
import { formatPhone, readTelephone } from "./telephone";

describe("the key of a kept number", () => {
  it.each([
    ["mobile", "5519987654321", "551987654321"],
    ["mobile without the ninth digit", "551987654321", "551987654321"],
    ["landline", "551932321234", "551932321234"],
    ["a mobile that never had eight digits", "5511944744512", "5511944744512"],
    ["DDD 55", "5555991234567", "555591234567"],
    ["0800", "558001234567", "558001234567"],
    ["Madrid, whose digits look like Uberlândia's", "34912345678", "34912345678"],
    ["Lisbon", "351912345678", "351912345678"],
    ["what WhatsApp names and nobody dials", "5599123456", "5599123456"],
    ["what was never understood", "01511987654321", "01511987654321"],
  ])("%s: %s", (_name, kept, key) => {
    expect(getPhoneKey(kept)).toBe(key);
  });

  it.each([null, undefined, "", "987654321", "1234567890123456", "+5519987654321"])(
    "is null for %j",
    (kept) => {
      expect(getPhoneKey(kept)).toBeNull();
    },
  );

  it("is one for every way to write a mobile", () => {
    const mobile = fc.record({
      ddd: fc.constantFrom("11", "19", "21", "37", "55", "68", "99"),
      number: fc.stringMatching(/^[6-9]\d{7}$/),
    });
    fc.assert(
      fc.property(mobile, ({ ddd, number }) => {
        const half = `${number.slice(0, 4)}-${number.slice(4)}`;
        const spellings = [
          `${ddd}${number}`,
          `${ddd}9${number}`,
          `(${ddd}) ${half}`,
          `(${ddd}) 9${half}`,
          `0${ddd} 9${half}`,
          `0 15 ${ddd} ${half}`,
          `+55 ${ddd} ${half}`,
          `+55 (0) ${ddd} 9${half}`,
          `+55 (${ddd}) 9 ${half} ramal 12`,
          `0055${ddd}9${number}`,
          `55${ddd}9${number}`,
        ];
        const keys = spellings.map((written) => toKeptNumber(written)?.phone_key);
        expect(new Set(keys)).toEqual(new Set([`55${ddd}${number}`]));
      }),
      { seed: 1 },
    );
  });

  it("is not shared by a landline and a mobile", () => {
    expect(isSameNumber("551144744512", "5511944744512")).toBe(false);
    expect(isSameNumber("551187654321", "5511987654321")).toBe(true);
    expect(isSameNumber(null, null)).toBe(false);
    expect(addNinthDigit("551187654321")).toBe("5511987654321");
    expect(addNinthDigit("551144744512")).toBe("551144744512");
  });
});

it.each([
  ["5519987654321", { ddd: "19", subscriber: "987654321" }],
  ["551932321234", { ddd: "19", subscriber: "32321234" }],
  ["558001234567", null],
  ["551988765432100", null],
  ["34912345678", null],
])("%s has the parts %j", (kept, parts) => {
  expect(parseKeptNumber(kept)).toEqual(parts);
});

it.each([
  ["(19) 3232-1234", "551932321234"],
  ["+55 (0) 19 3232-1234", "551932321234"],
  ["0800 123 4567", "558001234567"],
  ["(19) 3232-1234 ramal 12", null],
  ["(19) 3232-1234 / 35", null],
  ["3232-1234", null],
  ["+34 912 345 678", null],
])("of the telephone %s is compared %s", (typed, kept) => {
  expect(readTelephone(typed)).toBe(kept);
});

it.each([
  ["19987654321", "(19) 98765-4321"],
  ["5519987654321", "+55 (19) 98765-4321"],
  ["551932321234", "+55 (19) 3232-1234"],
  ["08001234567", "0800 123 4567"],
  ["0800 123 456", "0800 123 456"],
  ["+34 912 345 678", "+34 912 345 678"],
  ["0xx19 3232-1234", "(19) 3232-1234"],
  ["3232-4545 ramal 12", "3232-4545 ramal 12"],
  ["3232-4545 / 46", "3232-4545 / 46"],
  ["(19) 3232-1234 Bia", "(19) 3232-1234 Bia"],
  ["", ""],
  [null, ""],
])("%j is shown as %j", (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown);
});

it.each([
  ["5519987654321", "+55 (19) 98765-4321"],
  ["34912345678", "+34912345678"],
  ["558001234567", "0800 123 4567"],
  ["5540041234", "+5540041234"],
  ["08001234567", "08001234567"],
  ["", ""],
  [null, ""],
])("%j, as kept, is shown as %j", (stored, shown) => {
  expect(formatKeptNumber(stored)).toBe(shown);
});
