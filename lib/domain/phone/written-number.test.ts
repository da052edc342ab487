import fc from "fast-check";
import { expect, it } from "vitest";
import { readWrittenNumber, whatsappNumberProblem } from "./written-number";

it.each([
  ["", "WhatsApp number is required"],
  ["abc", "WhatsApp number is required"],
  ["123456789", "WhatsApp number too short (minimum 10 digits)"],
  ["1234567890", null],
  ["+12 3456 7890 12345", null],
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
  ["3232-4545 ramal 12", "WhatsApp number too short (minimum 10 digits)"],
  ["123456789012345", "Invalid WhatsApp number format"],
  ["(20) 98765-4321", "Invalid WhatsApp number format"],
])("the trouble with %j is %j", (written, problem) => {
  expect(whatsappNumberProblem(written)).toBe(problem);
});

it.each([
  ["(11) 98765-0151", true],
  ["+55 (0) 11 98765-0151", true],
  ["0xx11 98765-0151", true],
  ["(11) 98765-0151 ramal 12", false],
  ["(11) 98765-0151 Bia", false],
  ["tel:11987650151", false],
  ["https://wa.me/5511987650151", false],
])("nothing stands beside the number of %j: %j", (written, alone) => {
  expect(readWrittenNumber(written)).toMatchObject({ ok: true, alone });
});

it("keeps 10 to 15 digits of whatever it understands, and takes any text without an error", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: NEAR })), (text) => {
      const read = readWrittenNumber(text);
      if (read.ok) expect(read.digits).toMatch(/^[1-9]\d{9,14}$/);
    }),
    { seed: 1, numRuns: 5_000 },
  );
});

/** What numbers are made of. */
const NEAR = fc.constantFrom(
  "1",
  "1",
  "9",
  "9",
  "0",
  "0",
  "5",
  "55",
  "+55",
  "+",
  "(",
  ")",
  " ",
  "-",
  "/",
  ".",
  "x",
  "xx",
  " ramal ",
  "98765",
  "wa.me/",
  "tel:",
  "?phone=",
  "@s.whatsapp.net",
  "０",
  "E+12",
);

it("is quick with long texts", () => {
  for (const part of ["1 ", "x", "(0xx", "@1", "wa.me/1", "0 ramal "]) {
    const started = performance.now();
    readWrittenNumber(part.repeat(200));
    readWrittenNumber(part.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(200);
  }
});
