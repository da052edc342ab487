import { describe, expect, test } from "vitest";
import { splitLinks } from "./message-links";

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe("splitLinks", () => {
  test.each([
    ["veja https://empresa.com.br/a?b=1#c hoje", ["https://empresa.com.br/a?b=1#c"]],
    ["www.empresa.com.br.", ["https://www.empresa.com.br"]],
    ["WWW.EMPRESA.COM", ["https://WWW.EMPRESA.COM"]],
    ["(http://a.com.br)", ["http://a.com.br"]],
    ["https://pt.wikipedia.org/wiki/Ouro_(metal)", ["https://pt.wikipedia.org/wiki/Ouro_(metal)"]],
    ["*https://a.com.br*, e _https://b.com.br_!", ["https://a.com.br", "https://b.com.br"]],
    ["https://a.com.br\nhttps://b.com.br", ["https://a.com.br", "https://b.com.br"]],
  ])("finds the addresses of %j", (text, links) => {
    expect(linksIn(text)).toEqual(links);
  });

  test.each([
    "sem link",
    "javascript:alert(1)",
    "https://",
    "https://localhost",
    "https://banco.com.br@outro.com.br",
    "ana@www.empresa.com.br",
    "www.",
    "wwww.empresa.com.br",
  ])("%j has none", (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  test("loses no character", () => {
    const text = "a https://a.com.br, b www.b.com.br) c https:// d";
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
    expect(splitLinks("")).toEqual([]);
  });

  test("reads a text of the greatest length without going back", () => {
    for (const piece of ["www.", "https://", "https://a.b)", "w", ")", "http://a.b/("]) {
      const text = piece.repeat(Math.floor(200_000 / piece.length));
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(""),
      ).toBe(text);
    }
  });
});
