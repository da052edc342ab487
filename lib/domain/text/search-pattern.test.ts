import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candidatePattern, containing } from "./search-pattern";

/** Implements LIKE. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\([\s\S])|%|[\s\S]/gu, (token, literal) =>
    token === "%" ? "[^]*" : `\\u{${(literal ?? token).codePointAt(0).toString(16)}}`,
  );
  return new RegExp(`^${source}$`, "u").test(text);
}

describe("the candidates of a search", () => {
  it("are named by the longest words, in pieces", () => {
    expect(candidatePattern("padaria")).toBe("%pad%ari%");
    expect(candidatePattern("são joão do zé")).toBe("%são%joão%");
    expect(candidatePattern("contato@oticaipe")).toBe("%con%tat%oti%cai%");
    expect(candidatePattern("100% da_silva\\")).toBe("%100%silva%");
    expect(candidatePattern("zé")).toBe("%zé%");
    expect(candidatePattern("5%")).toBe("%5\\%%");
  });

  it("are all that contain the text", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."abcdeãç %_\\@.-0159 😀"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        const whole = before + typed + after;
        expect(isLike(whole, candidatePattern(typed))).toBe(true);
        expect(isLike(whole, containing(typed))).toBe(true);
      }),
      { seed: 20261121, numRuns: 5_000 },
    );
  });
});
