import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCnpj } from "@/lib/format";
import { computeCheckDigits, normalizeCnpj } from "./cnpj";

describe("a CNPJ", () => {
  it.each([
    ["Banco do Brasil", "00.000.000/0001-91", "00000000000191"],
    ["Petrobras", "33.000.167/0001-01", "33000167000101"],
    ["without punctuation", "11222333000181", "11222333000181"],
    ["the letters of the norm's own example", "12ABC34501DE35", "12ABC34501DE35"],
    ["letters with punctuation, lower case", "12.abc.345/01de-35", "12ABC34501DE35"],
    ["blanks around and inside", " 11 222 333 / 0001 - 81\n", "11222333000181"],
  ])("%s", (_name, written, bare) => {
    expect(normalizeCnpj(written)).toBe(bare);
  });

  it.each([
    ["a wrong last digit", "11222333000182"],
    ["a wrong first check digit", "11222333000191"],
    ["a letter changed", "12ABD34501DE35"],
    ["letters for check digits", "12ABC34501DEAB"],
    ["one digit repeated", "00000000000000"],
    ["another digit repeated", "11111111111111"],
    ["too short", "1122233300018"],
    ["too long", "112223330001811"],
    ["a CPF", "529.982.247-25"],
    ["letters beyond A to Z", "12ÁBC34501DE35"],
    ["nothing", ""],
    ["null", null],
    ["undefined", undefined],
  ])("is refused with %s", (_name, written) => {
    expect(normalizeCnpj(written)).toBeNull();
  });

  const base = fc.stringMatching(/^[0-9A-Z]{12}$/);

  it("is valid with its own check digits, whatever its spelling", () => {
    fc.assert(
      fc.property(base, (characters) => {
        const cnpj = `${characters}${computeCheckDigits(characters)}`;
        fc.pre(!/^(.)\1*$/.test(cnpj));
        expect(normalizeCnpj(cnpj)).toBe(cnpj);
        expect(normalizeCnpj(formatCnpj(cnpj).toLowerCase())).toBe(cnpj);
      }),
      { seed: 1 },
    );
  });

  it("is refused with any other check digits", () => {
    fc.assert(
      fc.property(base, fc.stringMatching(/^\d{2}$/), (characters, digits) => {
        fc.pre(digits !== computeCheckDigits(characters));
        expect(normalizeCnpj(`${characters}${digits}`)).toBeNull();
      }),
      { seed: 1 },
    );
  });
});

it.each([
  ["12ABC34501DE35", "12.ABC.345/01DE-35"],
  ["00000000000191", "00.000.000/0001-91"],
  ["123", "123"],
  ["", ""],
])("%j is shown as %j", (stored, shown) => {
  expect(formatCnpj(stored)).toBe(shown);
});
