import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNumbers } from "./numbers-in-text.rule";
import { completeDigits } from "./phone-number.rule";

function digitsIn(text: string, ddd: string | null = "19"): (string | null)[] {
  return findNumbers(text).map(({ number }) => completeDigits(number, ddd));
}

describe("numbers in text", () => {
  it.each([
    ["(19) 3232-4545", "551932324545"],
    ["(19) 3232-3232", "551932323232"],
    ["+55 19 3232-4545", "551932324545"],
    ["+55 (19) 9 8765 4123", "5519987654123"],
    ["(019) 3232.4545", "551932324545"],
    ["(0xx19) 3232-4545", "551932324545"],
    ["0xx19 3232.4545", "551932324545"],
    ["0**19 3232-4545", "551932324545"],
    ["19-98765-4123", "5519987654123"],
    ["(19) 987 654 123", "5519987654123"],
    ["(11) 91121-2222", "5511911212222"],
    ["(55) 3221-4545", "555532214545"],
    ["Tel 1932324545", "551932324545"],
    ["zap: 5519987654123", "5519987654123"],
    ["Celular 19 98765 4123", "5519987654123"],
    ["WhatsApp (19) 8765-4123", "5519987654123"],
    ["Fone 3232-4545", "551932324545"],
    ["Recados 98765-4123", "5519987654123"],
    ["Pix: 19 98765-4123", "5519987654123"],
    ["0800 770 1234", "558007701234"],
    ["0800-7701234", "558007701234"],
    ["Central 4004-1234", "5540041234"],
  ])("reads %s", (written, digits) => {
    expect(digitsIn(`Venha nos visitar. ${written}, todo dia.`)).toEqual([digits]);
  });

  it.each([
    "CPF 123.456.789-09",
    "CPF 11987654123",
    "CNPJ 11.222.333/0001-81",
    "CEP 13010-123",
    "98765-4123",
    "Pix 19987654123",
    "R$ 1.234,56",
    "R$ 11 3456-7809",
    "01/02/2024 10:30",
    "de 2010-2020",
    "Inscrição Estadual 110.042.490.114",
    "pedido 1932324545",
    "-23.5505, -46.6333",
    "EAN 7891234567895",
    "1932324545",
    "(00) 00000-0000",
    "(19) 99999-9999",
    "(20) 3232-4545",
    "(19) 98989-8989",
    "(19) 99999-8888",
    "(19) 3333-4444",
    "+54 11 4567-8901",
    "0001234-56.2023.8.26.0100",
    "12.500 clientes, 3232 4545 peças",
    "WhatsApp\n>>>>>>> 38274915ad7c0be114a6d808c1eda3fe2dd9b6c4",
  ])("finds no telephone in %s", (text) => {
    expect(digitsIn(text)).toEqual([]);
  });

  it("the second of a pair shares the first one's area code", () => {
    expect(digitsIn("PABX (11) 3456-7809 / 3456-7818", "19")).toEqual([
      "551134567809",
      "551134567818",
    ]);
  });

  it("a local number without a known area code stays incomplete", () => {
    expect(digitsIn("Fone 3232-4545", null)).toEqual([null]);
  });

  it.each([
    ["WhatsApp: (19) 98765-4123", true],
    ["(19) 98765-4123 (WhatsApp)", true],
    ["WhatsApp / Telefone: (19) 3232-4545", true],
    ["WhatsApp\n(19) 98765-4123", true],
    ["\uE000 (19) 98765-4123", true],
    ["Fale pelo WhatsApp\nTelefone: (19) 3232-4545", false],
    ["Celular: (19) 98765-4123\nE-mail", false],
    ["(19) 98765-4123 \uE000", true],
    ["Celular (19) 98765-4123\n\uE000 Peça aqui", false],
    ["\uE000 Peça aqui\n\uE001 (19) 98765-4123", false],
    ["WhatsApp: 0800 770 1234", true],
    ["WhatsApp e SAC: 0800 770 1234", true],
    ["0800 770 1234 (WhatsApp)", true],
    ["Peça pelo WhatsApp ou ligue 0800 770 1234", false],
  ])("tells whose word WhatsApp is: %j", (text, isWhatsapp) => {
    expect(findNumbers(text).map((each) => each.isWhatsapp)).toEqual([isWhatsapp]);
  });

  it("a word belongs to the number after it, not before it", () => {
    const text = "Celular: (19) 91121-2222 WhatsApp: (19) 93343-4444";
    expect(findNumbers(text).map((each) => each.isWhatsapp)).toEqual([false, true]);
  });

  it("reads every valid number in every format", () => {
    const ddd = fc.constantFrom("11", "19", "21", "31", "41", "51", "61", "71", "81", "91");
    const four = fc.integer({ min: 1000, max: 9998 }).map(String);
    const head = fc.integer({ min: 2100, max: 4999 }).map(String);
    const written = fc.constantFrom(
      (area: string, first: string, second: string) => `(${area}) ${first}-${second}`,
      (area: string, first: string, second: string) => `+55 ${area} ${first} ${second}`,
      (area: string, first: string, second: string) => `0xx${area} ${first}.${second}`,
      (area: string, first: string, second: string) => `Tel: ${area}${first}${second}`,
    );
    fc.assert(
      fc.property(ddd, head, four, written, (area, first, second, write) => {
        fc.pre(!/(\d)\1{7}/.test(first + second));
        expect(digitsIn(write(area, first, second), null)).toEqual([`55${area}${first}${second}`]);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
