import { describe, expect, test } from "vitest";
import { buildMentions } from "./mentions";

const NOBODY = { phones: [], emails: [], cnpjs: [] };
/** JavaScript reads these patterns as PostgreSQL does. */
const mentions = (keys: Partial<Parameters<typeof buildMentions>[0]>, text: string) =>
  new RegExp(buildMentions({ ...NOBODY, ...keys }), "i").test(text);

describe("a number", () => {
  const phones = ["551198877665"];
  const mobile = ["551188776655"];

  test.each([
    "5511988776655",
    "551188776655",
    "+55 (11) 98877-6655",
    "011 98877-6655",
    "11 8877 6655",
    '{"number":"5511988776655"}',
    "11988776655;outro",
  ])("is found in %j", (text) => {
    expect(mentions({ phones: mobile }, text)).toBe(true);
  });

  test.each(["11988776656", "95511988776655", "55119887766551", "21988776655", ""])(
    "is not found in %j",
    (text) => {
      expect(mentions({ phones: mobile }, text)).toBe(false);
    },
  );

  test("of a landline gets no ninth digit", () => {
    expect(mentions({ phones: ["551133334444"] }, "(11) 3333-4444")).toBe(true);
    expect(mentions({ phones: ["551133334444"] }, "(11) 93333-4444")).toBe(false);
    expect(mentions({ phones }, "551198877665")).toBe(true);
  });

  test("of another country, and the id of a chat, are found as they are", () => {
    expect(mentions({ phones: ["351912345678"] }, "+351 912 345 678")).toBe(true);
    expect(mentions({ phones: ["777888999@lid"] }, '"jid":"777888999@lid"')).toBe(true);
  });
});

test("an e-mail is found in any case, and not within another", () => {
  expect(mentions({ emails: ["ana@x.example"] }, '{"email":"Ana@X.example"}')).toBe(true);
  expect(mentions({ emails: ["ana@x.example"] }, "mariana@x.example")).toBe(false);
  expect(mentions({ emails: ["ana@x.example"] }, "ana@xyexample")).toBe(false);
});

test("a CNPJ is found with and without punctuation", () => {
  expect(mentions({ cnpjs: ["11222333000181"] }, "CNPJ 11.222.333/0001-81")).toBe(true);
  expect(mentions({ cnpjs: ["11222333000181"] }, "11222333000181")).toBe(true);
  expect(mentions({ cnpjs: ["11222333000181"] }, "11222333000182")).toBe(false);
});

test("nobody's keys are found nowhere", () => {
  expect(mentions({}, "")).toBe(false);
  expect(mentions({}, "5511988776655 ana@x.example")).toBe(false);
});
