import { describe, expect, it } from "vitest";
import { analyzePage } from "./page-analysis.rule";

const isDirectory = (html: string) =>
  analyzePage("https://www.achatudo.com.br/campinas/padarias", html).isDirectory;

const NAMES = [
  "Padaria Azul",
  "Panificadora Sol",
  "Confeitaria Lua",
  "Casa de Pães Mel",
  "Padaria Três Reis",
  "Empório Trigo",
  "Padaria Boa Vida",
  "Mercado Verde",
  "Padaria Ipê",
  "Café Serra",
];
const list = (write: (name: string, index: number) => string) => NAMES.map(write).join("\n");
const phone = (index: number) => `(19) 3232-4${100 + index * 7}`;
const script = (node: object) =>
  `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
/** Described as fully as a company's own place. */
const places = (type: string | undefined) =>
  ["Centro Velho", "Jardim Azul", "Vila Nova"].map((name, index) => ({
    "@type": type,
    name,
    address: {
      "@type": "PostalAddress",
      streetAddress: `Rua ${name}, ${index}`,
      addressLocality: "Campinas",
    },
    geo: { "@type": "GeoCoordinates", latitude: -22.9, longitude: -47 },
    hasMap: "https://maps.example/",
    openingHours: "Mo-Fr 08:00-18:00",
  }));
const offering = (offer: object) => ({
  ...business("Padaria Azul", 1),
  makesOffer: { "@type": "Offer", itemOffered: { "@type": "Service", name: "Entrega", ...offer } },
});
const business = (name: string, index: number) => ({
  "@type": "Bakery",
  name,
  telephone: phone(index),
});

describe("a page that lists other companies", () => {
  it.each([
    ["by their numbers", list((name, index) => `<li>${name}, Centro: ${phone(index)}</li>`)],
    [
      "in cards",
      list(
        (name, index) =>
          `<div><h3>${name}</h3><p>Rua Azul, ${index}1</p><p>Tel. ${phone(index)}</p></div>`,
      ),
    ],
    [
      "in structured data",
      script({
        "@type": "ItemList",
        itemListElement: NAMES.slice(0, 3).map((name, index) => ({
          "@type": "ListItem",
          item: business(name, index),
        })),
      }),
    ],
    [
      "in microdata",
      NAMES.slice(0, 4)
        .map(
          (name, index) =>
            `<div itemscope itemtype="https://schema.org/LocalBusiness"><b itemprop="name">${name}</b><i itemprop="telephone">${phone(index)}</i></div>`,
        )
        .join(""),
    ],
    ["as a guide that invites", "<title>Guia da Cidade</title><p>Cadastre sua empresa grátis</p>"],
    [
      "as a top 10 with their sites",
      `<title>Top 10 padarias de Campinas</title>${list((name, index) => `<p>${name} <a href="https://padaria${index}x.com.br">site</a></p>`)}`,
    ],
    [
      "by pages of theirs",
      `<h1>Encontre empresas</h1>${list((name, index) => `<a href="/empresas/p${index}-azul">${name}</a>`)}`,
    ],
    [
      "by their e-mails",
      `<h1>Lista de padarias</h1>${list((name, index) => `<p>${name} contato@padaria${index}x.com.br</p>`)}`,
    ],
    [
      "and asks who owns them",
      `<title>As melhores padarias</title><p>É o proprietário? Reivindique esta página</p>`,
    ],
  ])("is a directory: %s", (_, html) => {
    expect(isDirectory(html)).toBe(true);
  });

  it.each([
    [
      "its units",
      `<h1>Nossas lojas</h1>${list((_, index) => `<p>Loja ${index + 1}: ${phone(index)}</p>`)}`,
    ],
    [
      "its units by town",
      `<h1>Unidades</h1>${["Campinas", "São Paulo", "Rio Claro", "Belo Horizonte", "Porto Alegre", "Sete Lagoas", "Ouro Preto", "Montes Claros", "Nova Lima"].map((town, index) => `<p>${town}<br>${phone(index)}</p>`).join("")}`,
    ],
    [
      "its units in structured data",
      ["Centro", "Cambuí", "Taquaral", "Sousas"]
        .map((unit, index) => script(business(`Padaria Azul ${unit}`, index)))
        .join(""),
    ],
    [
      "its customers' sites",
      `<title>Agência Azul</title><h2>Clientes</h2>${list((name, index) => `<a href="https://padaria${index}x.com.br">${name}</a>`)}`,
    ],
    [
      "its products",
      `<title>Padaria Azul, os melhores pães</title>${list((name) => `<p>${name} R$ 10,00</p>`)}`,
    ],
    ["an invitation alone", "<title>Contabilidade Azul</title><p>Cadastre sua empresa conosco</p>"],
    [
      "its pages",
      `<title>Padaria Azul</title>${["historia", "missao", "equipe"].map((path) => `<a href="/empresa/${path}">${path}</a>`).join("")}`,
    ],
    ...[
      ["areaServed", "Place"],
      ["areaServed", "LocalBusiness"],
      ["serviceArea", "AdministrativeArea"],
      ["serviceArea", "Place"],
      ["containedInPlace", "ShoppingCenter"],
      ["containsPlace", "Room"],
      ["foundingLocation", "Place"],
      ["event", "Event"],
      ["mentions", "LocalBusiness"],
    ].map(([property = "", type]): [string, string] => [
      `places of the type ${type} as its ${property}`,
      script({ ...business("Padaria Azul", 1), [property]: places(type) }),
    ]),
    ["where its offers are valid", script(offering({ areaServed: places("Place") }))],
    [
      "places beside itself",
      script({ "@graph": [business("Padaria Azul", 1), ...places("Place")] }),
    ],
    [
      "where its events are",
      script({
        "@graph": [
          business("Padaria Azul", 1),
          ...places("LocalBusiness").map((location) => ({ "@type": "FoodEvent", location })),
        ],
      }),
    ],
    [
      "its departments",
      script({
        ...business("Padaria Azul", 1),
        department: NAMES.slice(1, 4).map((name, index) => business(name, index)),
      }),
    ],
    [
      "its shops",
      script({
        ...business("Grupo Azul", 1),
        subOrganization: NAMES.slice(1, 4).map((name, index) => business(name, index)),
      }),
    ],
    [
      "two companies of one owner",
      script([business("Padaria Azul", 1), business("Mercado Verde", 2)]),
    ],
  ])("is none: it lists %s", (_, html) => {
    expect(isDirectory(html)).toBe(false);
  });
});
