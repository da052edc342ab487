import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldCompanyName, hasEnoughLetters, toSearchWords } from "./registry-name";
import { convertLines } from "./staging-rows";

/** As the search compares the words of a name with those of a row. */
function isFound(typed: string, stored: string): boolean {
  const names = foldCompanyName(stored).split(" ");
  return toSearchWords(typed).every(({ word, isPrefix }) =>
    names.some((name) => (isPrefix ? name.startsWith(word) : name === word)),
  );
}

describe("a name as people write it finds the company", () => {
  test.each([
    [
      "McDonald's",
      ["MCDONALD'S", "MCDONALDS", "MCDONALD S", "MC DONALD'S", "MC DONALDS", "McDonald´s"],
    ],
    ["mcdonalds", ["MCDONALD'S", "MC DONALDS"]],
    ["mc donald’s", ["MCDONALDS"]],
    ["Bob's", ["BOB'S", "BOBS", "BOB S", "BOB`S BURGERS"]],
    ["bobs", ["BOB'S"]],
    ["bob", ["BOB'S"]],
    ["C&A", ["C&A MODAS S.A.", "C & A MODAS", "CA MODAS", "C. A. MODAS"]],
    ["c & a", ["C&A MODAS"]],
    ["3M", ["3M DO BRASIL", "3 M DO BRASIL"]],
    ["3 m", ["3M DO BRASIL"]],
    ["S.O.S.", ["S.O.S. CHAVEIRO", "SOS CHAVEIRO", "S O S CHAVEIRO", "S.O.S CHAVEIRO"]],
    ["sos", ["S.O.S. CHAVEIRO"]],
    ["s o s chaveiro", ["SOS CHAVEIRO"]],
    ["davo", ["D'AVÓ SUPERMERCADO", "D AVO", "DAVO", "D´AVÓ"]],
    ["D'avó", ["DAVO", "D AVO"]],
    ["avó", ["D'AVÓ SUPERMERCADO", "D AVO"]],
    ["loreal", ["L'OREAL BRASIL", "L OREAL"]],
    ["L'Oréal", ["LOREAL"]],
    ["h&m", ["H & M"]],
    ["ju", ["JULIA", "JU MODAS"]],
    ["acme s/a", ["ACME S.A.", "ACME SA", "ACME S A"]],
    ["joão a silva", ["JOAO ALVES DA SILVA"]],
    ["boa esperança", ["PADARIA BOA ESPERANCA"]],
    ["padaria 'boa'", ["PADARIA BOA"]],
  ])("%s", (typed, stored) => {
    expect(stored.filter((each) => !isFound(typed, each))).toEqual([]);
  });

  test.each([
    ["C&A", ["CASA VERDE", "CARLOS", "C MODAS A"]],
    ["3M", ["3MARIAS", "M3"]],
    ["S.O.S.", ["SOSSEGO"]],
    ["bar do zé", ["BAR DOCES ZE"]],
    ["D'avó", ["AVO"]],
  ])("%s finds no other", (typed, stored) => {
    expect(stored.filter((each) => isFound(typed, each))).toEqual([]);
  });
});

test("the words of a search are each there once, without what begins another of them", () => {
  expect(toSearchWords("Silva silva silvana sil & a")).toEqual([
    { word: "SILVANA", isPrefix: true },
  ]);
  expect(toSearchWords("do do")).toEqual([{ word: "DO", isPrefix: false }]);
  expect(toSearchWords("& ! '")).toEqual([]);
});

test("single letters count where nothing longer was typed, and two letters begin a word where they are all", () => {
  expect(toSearchWords("x")).toEqual([{ word: "X", isPrefix: false }]);
  expect(toSearchWords("x bar")).toEqual([{ word: "BAR", isPrefix: true }]);
  expect(toSearchWords("ju")).toEqual([{ word: "JU", isPrefix: true }]);
  expect(toSearchWords("4x")).toEqual([{ word: "4X", isPrefix: false }]);
  expect(toSearchWords("x4")).toEqual([{ word: "X4", isPrefix: false }]);
  expect(toSearchWords("ju bar")).toEqual([
    { word: "JU", isPrefix: false },
    { word: "BAR", isPrefix: true },
  ]);
});

test.each([
  ["", false],
  ["x", false],
  ["é", false],
  ["&-", false],
  ["ju", true],
  ["c&a", true],
  ["x bar", true],
])("%j can be searched for: %s", (name, expected) => {
  expect(hasEnoughLetters(name)).toBe(expected);
});

test("names are folded alike as bytes and as strings", () => {
  const pieces = fc.constantFrom(
    "S",
    "D",
    "L",
    "MC",
    "A",
    "AVO",
    "BOB",
    "ZÉ",
    "ß",
    "3",
    "OESTE",
    "\u0092",
    "´",
    "`",
    "\u008f",
    " ",
    " ",
    " ",
    "'",
    ".",
    "&",
    "/",
    " - ",
  );
  const name = fc.array(pieces, { maxLength: 12 }).map((each) => `X ${each.join("")} X`);
  fc.assert(
    fc.property(name, (written) => {
      const line = `"00000001";"${written}";"2062";"49";"1,00";"01";""\n`;
      const { copy } = convertLines("companies", Buffer.from(line, "latin1"), "2026-11-23");
      expect(Buffer.from(copy).toString().split("\t")[2]).toBe(foldCompanyName(written));
    }),
    { numRuns: 5_000 },
  );
});
