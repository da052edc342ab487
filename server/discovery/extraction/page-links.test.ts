import { describe, expect, it } from "vitest";
import { findNextPages, getPageKey } from "./page-links.rule";
import { readPage } from "./read-page.rule";

function pathsOf(html: string): string[] {
  const page = readPage("https://www.padariacentral.com.br/", html);
  return findNextPages(page).map(({ url }) => new URL(url).pathname);
}

describe("next pages", () => {
  it("are contact, address, about and legal pages, contact first, each once", () => {
    const links = [
      ["/politica-de-privacidade", "Privacidade"],
      ["/sobre", "Quem somos"],
      ["/produtos", "Produtos"],
      ["http://padariacentral.com.br/contato/", "Contato"],
      ["/contato#mapa", "Mapa"],
      ["/p/12", "Fale conosco"],
      ["/", "Contato"],
    ];
    const html = links.map(([href, text]) => `<a href="${href}">${text}</a>`).join("");
    expect(pathsOf(html)).toEqual(["/contato/", "/p/12", "/sobre", "/politica-de-privacidade"]);
  });

  it("are not another site's, files, carts or logins", () => {
    const hrefs = [
      "https://outra.com.br/contato",
      "/contato.pdf",
      "/login?de=/contato",
      "mailto:contato@padariacentral.com.br",
      "javascript:contato()",
      "http://[contato",
    ];
    expect(pathsOf(hrefs.map((href) => `<a href="${href}">Contato</a>`).join(""))).toEqual([]);
  });

  it("include what a frame or a refresh shows without a click", () => {
    expect(pathsOf('<frameset><frame src="principal.htm"></frameset>')).toEqual(["/principal.htm"]);
    expect(pathsOf('<meta http-equiv="refresh" content="0; url=/site/">')).toEqual(["/site/"]);
  });

  it("are one page however it is written", () => {
    expect(getPageKey("http://www.a.com.br/contato/")).toBe(getPageKey("https://a.com.br/contato"));
    expect(getPageKey("http://a.com.br/?p=1")).not.toBe(getPageKey("http://a.com.br/?p=2"));
  });
});
