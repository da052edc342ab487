import { expect, test } from "vitest";
import { findProfileLinks } from "./profile-links.rule";
import { readPage } from "./read-page.rule";

const profilesOf = (...hrefs: string[]) =>
  findProfileLinks(
    readPage("https://padaria.com.br/", hrefs.map((href) => `<a href="${href}">x</a>`).join(" ")),
  ).map(({ url }) => url);

test.each([
  ["https://www.instagram.com/padariadoze/", "https://www.instagram.com/padariadoze/"],
  ["http://instagram.com/padaria.doze?igshid=abc", "https://instagram.com/padaria.doze"],
  ["//facebook.com/PadariaDoZe", "https://facebook.com/PadariaDoZe"],
  ["https://pt-br.facebook.com/pg/padaria", "https://pt-br.facebook.com/pg/padaria"],
  ["https://facebook.com/profile.php?id=1000&sk=x", "https://facebook.com/profile.php?id=1000"],
  [
    "https://www.facebook.com/p/Padaria-100070000000001/",
    "https://www.facebook.com/p/Padaria-100070000000001/",
  ],
  ["https://br.linkedin.com/company/padaria", "https://br.linkedin.com/company/padaria"],
  ["https://youtube.com/@padaria", "https://youtube.com/@padaria"],
  ["https://www.tiktok.com/@padaria", "https://www.tiktok.com/@padaria"],
  ["https://twitter.com/padaria", "https://twitter.com/padaria"],
  ["https://instagram.com/padaria/profilecard/?igsh=abc", "https://instagram.com/padaria/"],
])("%s is the company's own", (href, url) => {
  expect(profilesOf(href)).toEqual([url]);
});

test.each([
  "https://www.facebook.com/sharer.php?u=https://padaria.com.br",
  "https://www.facebook.com/sharer/sharer.php?u=x",
  "https://twitter.com/intent/tweet?text=x",
  "https://www.instagram.com/explore/tags/pao/",
  "https://www.instagram.com/p/Cabc123/",
  "https://www.linkedin.com/shareArticle?url=x",
  "https://www.youtube.com/watch?v=abc",
  "https://www.facebook.com/",
  "https://www.facebook.com/pages/Mobirise/1616226671953247",
  "https://notfacebook.com/padaria",
  "javascript:location='https://facebook.com/padaria'",
])("%s is nobody's", (href) => {
  expect(profilesOf(href)).toEqual([]);
});

test("one of each network, the first", () => {
  expect(
    profilesOf(
      "https://instagram.com/padaria",
      "https://instagram.com/agencia",
      "https://x.com/padaria",
    ),
  ).toEqual(["https://instagram.com/padaria", "https://x.com/padaria"]);
});

const profilesIn = (html: string) =>
  findProfileLinks(readPage("https://www.padariacentral.com.br/", html)).map(({ url }) => url);
const link = (href: string, text = "x") => `<a href="https://${href}">${text}</a>`;

test("the site's maker's are not the company's", () => {
  expect(profilesIn(`<p>Site por ${link("instagram.com/agenciax")}</p>`)).toEqual([]);
  const named = `<p>Desenvolvedor: Rui Dias | ${link("instagram.com/ruidias")}</p>`;
  expect(profilesIn(named)).toEqual([]);
  expect(
    profilesIn(
      `<p>Desenvolvido por ${link("agenciax.com.br", "Agência X")}</p><p>${link("instagram.com/agenciax.oficial")}</p>`,
    ),
  ).toEqual([]);
});

test("a customer's are not the company's", () => {
  expect(profilesIn(`<p>Nossos clientes: ${link("instagram.com/floriculturarosa")}</p>`)).toEqual(
    [],
  );
  expect(profilesIn(`<h2>Parceiros</h2>${link("facebook.com/moinhoverde")}`)).toEqual([]);
});

test("a menu's words announce nobody's profile", () => {
  const menu = '<a href="#clientes">Clientes</a> <a href="/depoimentos">Depoimentos</a>';
  expect(profilesIn(`${menu} ${link("instagram.com/paesdaserra")}`)).toEqual([
    "https://instagram.com/paesdaserra",
  ]);
});

test("of several people's or offices' none is the company's", () => {
  const team = ["ana", "bia", "caio"].map((name) => link(`linkedin.com/in/${name}-souza`));
  expect(profilesIn(team.join(" "))).toEqual([]);
  expect(profilesIn(`${team.join(" ")} ${link("linkedin.com/company/padaria-central")}`)).toEqual([
    "https://linkedin.com/company/padaria-central",
  ]);
  expect(profilesIn(`<p>Prefeitura de Lins</p>${link("facebook.com/lins.oficial")}`)).toEqual([]);
});

test("the one called like the site comes first, whatever stands before it", () => {
  expect(
    profilesIn(
      `<p>${link("instagram.com/chefconvidado")}</p><footer>Clientes, sigam: ${link("instagram.com/central.padaria")} ${link("facebook.com/padariacentral")}</footer>`,
    ),
  ).toEqual(["https://instagram.com/central.padaria", "https://facebook.com/padariacentral"]);
});

test("one called otherwise is the company's when there is no other", () => {
  expect(profilesIn(`<p>Siga: ${link("instagram.com/paesdoze")}</p>`)).toEqual([
    "https://instagram.com/paesdoze",
  ]);
});

test.each([
  "wix",
  "wixbrasil",
  "elementor",
  "wordpress",
  "squarespace",
  "webflow",
  "hostinger",
  "nuvemshop",
  "lojaintegrada",
  "shopify",
  "themeforest",
  "envato",
  "colorlib",
  "linktr.ee",
  "seuperfil",
  "suapagina",
  "suaempresa",
  "seu_instagram",
  "yourpage",
  "username",
  "exemplo",
])("%s is a builder's, or nobody's", (handle) => {
  expect(profilesOf(`https://www.instagram.com/${handle}`)).toEqual([]);
});

test("a company may be called like a site builder", () => {
  const page = readPage(
    "https://astraimoveis.com.br/",
    '<a href="https://www.instagram.com/astra">x</a>',
  );
  expect(findProfileLinks(page).map(({ url }) => url)).toEqual(["https://www.instagram.com/astra"]);
});

test("a profile that a click opens by script is one", () => {
  expect(
    profilesIn(
      `<span onclick="window.open('https://www.instagram.com/tamandua/')">@tamandua</span>`,
    ),
  ).toEqual(["https://www.instagram.com/tamandua/"]);
  expect(
    profilesIn(`<a href="#" onclick="location.href='https://facebook.com/tamandua'">x</a>`),
  ).toEqual(["https://facebook.com/tamandua"]);
});

test("the maker's profile is not the company's where a contact shows it, too", () => {
  const maker = link("instagram.com/agenciax", "@agenciax");
  expect(profilesIn(`<p>Contato ${maker}</p><p>Design por ${maker}</p>`)).toEqual([]);
});

test("of many people's profiles the one that is called like the page is the company's", () => {
  const people = ["ana_lima", "bia.souza", "caio_reis"]
    .map((handle) => link(`instagram.com/${handle}`))
    .join(" ");
  const channel = link("youtube.com/@caioreis");
  const html = `<title>Coletivo Tamanduá</title>${link("instagram.com/coletivotamandua")}<p>Ana</p>${people}${channel}`;
  expect(profilesIn(html)).toEqual(["https://instagram.com/coletivotamandua"]);
});
