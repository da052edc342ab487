import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toCandidatePattern, toContainsPattern } from "./search-pattern";

/** Implements LIKE. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replace(/\\([\s\S])|%|[\s\S]/gu, (token, literal) =>
    token === "%" ? "[^]*" : `\\u{${(literal ?? token).codePointAt(0).toString(16)}}`,
  );
  return new RegExp(`^${source}$`, "u").test(text);
}

describe("the candidates of a search", () => {
  it("are found by the longest words, in pieces", () => {
    expect(toCandidatePattern("padaria")).toBe("%pad%ari%");
    expect(toCandidatePattern("são joão do zé")).toBe("%são%joão%");
    expect(toCandidatePattern("contato@oticaipe")).toBe("%con%tat%oti%cai%");
    expect(toCandidatePattern("100% da_silva\\")).toBe("%100%silva%");
    expect(toCandidatePattern("zé")).toBe("%zé%");
    expect(toCandidatePattern("5%")).toBe("%5\\%%");
  });

  it("include everything that contains the text", () => {
    const text = fc.string({
      unit: fc.constantFrom(..."abcdeãç %_\\@.-0159 😀"),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, text, text, (before, typed, after) => {
        const whole = before + typed + after;
        expect(isLike(whole, toCandidatePattern(typed))).toBe(true);
        expect(isLike(whole, toContainsPattern(typed))).toBe(true);
      }),
      { seed: 20261121, numRuns: 5_000 },
    );
  });
});
