import { describe, expect, test } from "vitest";
import { findKeysInText, listShownPhones, toPersonKeys } from "./person-keys";

describe("the keys in a text", () => {
  test.each([
    ["Recado: (11) 98877-6655, à tarde", "551188776655"],
    ["+55 11 98877-6655", "551188776655"],
    ["011 8877 6655 / 11 3333-4444", "551188776655"],
    ["+351 912 345 678", "351912345678"],
    ["777888999@lid", "777888999@lid"],
  ])("%j has a number or an id", (text, key) => {
    expect(findKeysInText(text).phones).toContain(key);
  });

  test("are e-mails and CNPJs as well, several in one", () => {
    const text = "Ana <Ana.Maria@X.example>, 11.222.333/0001-81; bia@y.example";
    expect(findKeysInText(text)).toMatchObject({
      emails: ["ana.maria@x.example", "bia@y.example"],
      cnpjs: ["11222333000181"],
    });
  });

  test.each(["", "Padaria", "2026-01-31 10:30", "R$ 1.234,56"])("%j has none", (text) => {
    expect(findKeysInText(text)).toEqual({ phones: [], emails: [], cnpjs: [] });
  });
});

test("an id is read as a number is, and shown where there is no number", () => {
  const { phones } = toPersonKeys({
    phones: ["777@lid", "77788@lid", "5511988776655@s.whatsapp.net"],
    emails: [],
    cnpjs: [],
  });
  expect(phones).toEqual(["777@lid", "77788@lid", "551188776655"]);
  expect(listShownPhones(phones)).toEqual(["551188776655"]);
  expect(listShownPhones(["777@lid"])).toEqual(["777@lid"]);
});
