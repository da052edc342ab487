import { describe, expect, it } from "vitest";
import { computeCpf } from "@/tests/support/cpf";
import { looksLikeCpf, separateNumbers } from "./import-numbers";

describe("a CPF where a number should be", () => {
  it.each([
    ["with its punctuation, whatever its digits", "123.456.789-00", true],
    ["with a slash", "123.456.789/09", true],
    ["bare, with valid check digits", computeCpf("000000001"), true],
    ["bare, of no Brazilian number", computeCpf("412345678"), true],
    ["a mobile", "11987654321", false],
    ["a mobile that is a CPF by chance", computeCpf("119000000"), false],
    ["digits that are all the same", "00000000000", false],
    ["wrong check digits", "00000000192", false],
    ["a CNPJ", "11.222.333/0001-81", false],
    ["text", "não tem", false],
  ])("%s: %s", (_name, text, expected) => {
    expect(looksLikeCpf(text)).toBe(expected);
  });
});

describe("two numbers in one cell", () => {
  it.each([
    [
      { whatsapp: "21 99876 5432 / 21 3333-4444" },
      { whatsapp: "21 99876 5432", phone: "21 3333-4444" },
    ],
    [
      { whatsapp: "21 3333-4444; 21 99876-5432" },
      { whatsapp: "21 99876-5432", phone: "21 3333-4444" },
    ],
    [
      { phone: "(21) 3333-4444 ou (21) 99876-5432" },
      { whatsapp: "(21) 99876-5432", phone: "(21) 3333-4444" },
    ],
    [
      { whatsapp: "21 99876 5432, 21 98888 1234", phone: "21 3333-4444" },
      { whatsapp: "21 99876 5432", phone: "21 3333-4444", others: ["21 98888 1234"] },
    ],
    [{ whatsapp: "21 99876 5432 / 21 9876 5432" }, { whatsapp: "21 99876 5432" }],
    [{ phone: "21 3333-4444 / 21 3333-5555" }, { phone: "21 3333-4444", others: ["21 3333-5555"] }],
    [
      { whatsapp: "21 99876 5432", phone: "21 3333-4444 / 2133334444 / 21 98888 1234" },
      { whatsapp: "21 99876 5432", phone: "21 3333-4444", others: ["21 98888 1234"] },
    ],
    [{ phone: "3232-4545 / 46" }, { phone: "3232-4545 / 46" }],
    [{ whatsapp: "21 99876 5432 / Bia" }, { whatsapp: "21 99876 5432 / Bia" }],
    [
      { phone: "21 99876 5432 / 21 3333-4444 / 21 3333-5555" },
      { whatsapp: "21 99876 5432", phone: "21 3333-4444", others: ["21 3333-5555"] },
    ],
    [
      { phone: "21 99876 5432 / 21 3333-4444 / falar com Bia" },
      { phone: "21 99876 5432 / 21 3333-4444 / falar com Bia" },
    ],
    [{ phone: "11987654321.0 / 1133334444.0" }, { whatsapp: "11987654321", phone: "1133334444" }],
    [{}, {}],
  ])("%j is %j", (cell, numbers) => {
    expect(separateNumbers(cell)).toEqual({ others: [], ...numbers });
  });
});
