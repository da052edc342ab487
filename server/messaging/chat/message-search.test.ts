import fc from "fast-check";
import { expect, test } from "vitest";
import { cutAround, getSearchWords } from "./message-search.rule";

test.each([
  ["São João", ["sao", "joao"]],
  ["  preço, preço!  ", ["preco"]],
  ["it's 'quoted' & (x | y):*", ["it", "s", "quoted", "x", "y"]],
  ["...", []],
])("%s is looked for as %j", (text, words) => expect(getSearchWords(text)).toEqual(words));

test("the words of any text are bounded and plain", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500, unit: "grapheme" }), (text) => {
      const words = getSearchWords(text);
      expect(words.length).toBeLessThanOrEqual(8);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
    }),
  );
});

test("a long text is cut around what was found", () => {
  const content = `${"antes ".repeat(40)}a padaria do bairro${" depois".repeat(40)}`;
  const cut = cutAround(content, ["padaria"]);
  expect(cut).toContain("a padaria do bairro");
  expect(cut.length).toBeLessThanOrEqual(142);
  expect(cut).toMatch(/^…antes .*…$/);
  expect(cutAround("Bom dia\n\ntudo bem?", ["dia"])).toBe("Bom dia tudo bem?");
});
