import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatKeptNumber,
  formatPhone,
  parseBrazilianNumber,
  toInternationalDigits,
  toPhoneKey,
  whatsappNumberProblem,
} from "./phone";

describe("the key of a number", () => {
  it.each([
    ["mobile", "(19) 98765-4321", "551987654321"],
    ["mobile without the ninth digit", "(19) 8765-4321", "551987654321"],
    ["mobile with the country code", "+55 19 98765-4321", "551987654321"],
    ["country code, no ninth digit", "551987654321", "551987654321"],
    ["trunk 0", "019 98765-4321", "551987654321"],
    ["00 for the plus", "0055 19 98765-4321", "551987654321"],
    ["three zeros for the plus", "00055 19 98765-4321", "551987654321"],
    ["a country code without a DDD", "+55 9912-3456", "5599123456"],
    ["WhatsApp's own form", "5519987654321", "551987654321"],
    ["landline", "(19) 3232-1234", "551932321234"],
    ["landline with trunk 0", "0 19 3232-1234", "551932321234"],
    ["DDD 55", "(55) 99123-4567", "555591234567"],
    ["DDD 55, landline", "55 3222-1234", "555532221234"],
    ["DDD 55 with the country code", "+55 55 99123-4567", "555591234567"],
    ["0800", "0800 123 4567", "08001234567"],
    ["Madrid, whose digits look like Uberlândia's", "+34 912 345 678", "34912345678"],
    ["the same with 00", "0034 912 345 678", "34912345678"],
    ["Uberlândia", "34 91234-5678", "5534912345678"],
    ["Lisbon", "+351 912 345 678", "351912345678"],
    ["New York", "+1 (212) 555-1234", "12125551234"],
    ["plus inside brackets", "(+34) 912 345 678", "34912345678"],
    ["a column of decimals", "19987654321.0", "551987654321"],
    ["a column of decimals, no ninth digit", "1987654321.0", "551987654321"],
    ["two decimals after a comma", " 1987654321,00 ", "551987654321"],
    ["grouped digits with a decimal", "1.987.654.321,0", "551987654321"],
    ["the same in English", "1,987,654,321.0", "551987654321"],
    ["a point before four zeros", "1999999.0000", "551999990000"],
  ])("%s: %s", (_name, written, key) => {
    expect(toPhoneKey(written)).toBe(key);
  });

  it.each([null, undefined, "", "   ", "não tem", "98765-4321", "1234567890123456", "119876543.0"])(
    "is null for %j",
    (written) => {
      expect(toPhoneKey(written)).toBeNull();
    },
  );

  const subscriber = fc
    .tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      fc.stringMatching(/^[6-9]\d{7}$/),
    )
    .map(([tens, ones, number]) => ({ ddd: `${tens}${ones}`, number }));

  it("is one for every way to write a mobile", () => {
    fc.assert(
      fc.property(subscriber, ({ ddd, number }) => {
        const half = `${number.slice(0, 4)}-${number.slice(4)}`;
        const spellings = [
          `${ddd}${number}`,
          `${ddd}9${number}`,
          `(${ddd}) ${half}`,
          `(${ddd}) 9${half}`,
          `0${ddd} 9${half}`,
          `+55 ${ddd} ${half}`,
          `+55 (${ddd}) 9 ${half}`,
          `0055${ddd}9${number}`,
          `55${ddd}9${number}`,
        ];
        expect(new Set(spellings.map(toPhoneKey))).toEqual(new Set([`55${ddd}${number}`]));
      }),
      { seed: 1 },
    );
  });

  const prefix = fc.constantFrom("", "+", "00", "0", "+55 ", "(+");

  it("is the same for what is stored, once it has its plus, as for what was written", () => {
    fc.assert(
      fc.property(prefix, fc.stringMatching(/^[1-9]\d{9,12}$/), (before, digits) => {
        const written = `${before}${digits}`;
        const key = toPhoneKey(written);
        fc.pre(key !== null && !key.startsWith("0"));
        expect(toPhoneKey(`+${toInternationalDigits(written)}`)).toBe(key);
      }),
      { seed: 1 },
    );
  });

  it("takes any text without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(toPhoneKey(text) ?? "0000000000").toMatch(/^\d{8,15}$/);
        expect(typeof formatPhone(text)).toBe("string");
      }),
      { seed: 1 },
    );
  });
});

describe("a Brazilian number", () => {
  it.each([
    ["(19) 98765-4321", { ddd: "19", subscriber: "987654321" }],
    ["(19) 3232-1234", { ddd: "19", subscriber: "32321234" }],
    ["+55 19 3232-1234", { ddd: "19", subscriber: "32321234" }],
    ["0xx19 3232-1234", { ddd: "19", subscriber: "32321234" }],
    ["0800 123 4567", null],
    ["4003-1234", null],
    ["(10) 98765-4321", null],
    ["(19) 1232-1234", null],
    ["(19) 88765-4321", null],
    ["+34 912 345 678", null],
  ])("%s", (written, parsed) => {
    expect(parseBrazilianNumber(written)).toEqual(parsed);
  });
});

it.each([
  ["", "WhatsApp number is required"],
  ["abc", "WhatsApp number is required"],
  ["123456789", "WhatsApp number too short (minimum 10 digits)"],
  ["1234567890", null],
  ["123456789012345", null],
  ["1234567890123456", "WhatsApp number too long (maximum 15 digits)"],
  ["00 123456789012345", null],
  ["00 1234567890123456", "WhatsApp number too long (maximum 15 digits)"],
  ["5,51199876E+12", "Invalid WhatsApp number format"],
  ["5.5119987654e12", "Invalid WhatsApp number format"],
  ["12/05/2024 10:30", "Invalid WhatsApp number format"],
  ["2024-05-12T10:30:00Z", "Invalid WhatsApp number format"],
  ["12-05-2024 10:30:15", "Invalid WhatsApp number format"],
  ["12.05.1998, 10:30", "Invalid WhatsApp number format"],
  ["11-98765-4321", null],
  ["19.98765.4321", null],
  ["00 123456789", "WhatsApp number too short (minimum 10 digits)"],
])("the trouble with %j is %j", (written, problem) => {
  expect(whatsappNumberProblem(written)).toBe(problem);
});

it.each([
  ["19987654321", "(19) 98765-4321"],
  ["5519987654321", "+55 (19) 98765-4321"],
  ["551932321234", "+55 (19) 3232-1234"],
  ["08001234567", "08001234567"],
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
  ["08001234567", "08001234567"],
  ["", ""],
  [null, ""],
])("%j, as stored, is shown as %j", (stored, shown) => {
  expect(formatKeptNumber(stored)).toBe(shown);
});

it.each([
  ["(19) 98765-4321", "5519987654321"],
  ["019 3232-1234", "551932321234"],
  ["+34 912 345 678", "34912345678"],
  ["0034 912 345 678", "34912345678"],
  ["0800 123 4567", "08001234567"],
])("%s is handed to a gateway as %s", (written, digits) => {
  expect(toInternationalDigits(written)).toBe(digits);
});
