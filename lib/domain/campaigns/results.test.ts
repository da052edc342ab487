import { describe, expect, it } from "vitest";
import { findSimilarVariants } from "./variant-similarity";
import { findBestVariant, getWilsonInterval } from "./wilson";

describe("the Wilson interval", () => {
  // Newcombe, 'Two-sided confidence intervals for the single proportion', 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("of %i in %i is %f to %f", (successes, trials, low, high) => {
    const interval = getWilsonInterval(successes, trials);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });

  it("of nothing is everything", () => {
    expect(getWilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(getWilsonInterval(20, 20).high).toBeCloseTo(1, 9);
  });

  it("names the best variant only when it is beyond chance", () => {
    const few = [
      { successes: 2, trials: 10 },
      { successes: 5, trials: 10 },
    ];
    const many = few.map(({ successes, trials }) => ({
      successes: successes * 20,
      trials: trials * 20,
    }));
    expect(findBestVariant(few)).toBeNull();
    expect(findBestVariant(many)).toBe(1);
    expect(findBestVariant(many.slice(1))).toBeNull();
    expect(findBestVariant([])).toBeNull();
  });
});

describe("variants", () => {
  it("that say nearly the same are found, whatever their case, accents and punctuation", () => {
    const text =
      "Olá {{nome}}, vi o site da {{empresa}} e quero mostrar uma ideia que aumenta as vendas de vocês";
    expect(
      findSimilarVariants([
        text,
        "Outra coisa bem diferente, com outras palavras",
        `${text.toUpperCase()}!!!`,
        text.replace("Olá", "Oi"),
        "",
        "Oi",
        "oi!",
        "Oi {{nome|amigo da vizinhança}}, tudo bem com vocês?",
        "Oi {{nome|pessoa}}, tudo bem com vocês?",
      ]),
    ).toEqual([
      [0, 2],
      [0, 3],
      [2, 3],
      [5, 6],
      [7, 8],
    ]);
  });

  it("of different wording are left alone", () => {
    expect(
      findSimilarVariants([
        "Bom dia! Trabalho com embalagens para padarias. Posso enviar nosso catálogo?",
        "Boa tarde, tudo bem? Ajudamos padarias a vender mais por encomenda.",
      ]),
    ).toEqual([]);
  });
});
