import { decodeHTML, decodeHTMLAttribute } from "entities";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";

const WRITTEN = [
  "P&atilde;o &amp; Cia",
  "Jos&eacute &copy 2011 &copy2011",
  "&#65;&#x42;&#128;&#0;&#1114112;&#xfffffff;",
  "&nbsp;&hellip;&notit;&NotEqualTilde;&desconhecida; & &; &&amp;&",
  "?a=1&copy=2&reg=3&lt=4&amp;x=5&ampx=6&copy",
];

function asParsed(html: string, from: "text" | "attribute"): string {
  let said = "";
  const parser = new Parser({
    ontext(text) {
      if (from === "text") said += text;
    },
    onattribute(_, value) {
      if (from === "attribute") said = value;
    },
  });
  parser.end(html);
  return said;
}

describe("entities", () => {
  it.each(WRITTEN)("decode in text as the parser does: %s", (written) => {
    expect(decodeHTML(written)).toBe(asParsed(written, "text"));
    expect(decodeHTML(written)).toBe(asParsed(written, "text"));
  });

  it.each(WRITTEN)("decode in an attribute as the parser does: %s", (written) => {
    expect(decodeHTMLAttribute(written)).toBe(asParsed(`<a x="${written}">`, "attribute"));
  });

  it("stay with the text around them, tags included", () => {
    expect(decodeHTML("Loja <meta name=x> &eacute;")).toBe("Loja <meta name=x> é");
  });
});
