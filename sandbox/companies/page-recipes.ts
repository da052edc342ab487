import type { Recipe } from "./company";

/** Typical pages of small companies: addresses in every form, names only in the footer, contacts of others. */
export const PAGE_RECIPES: readonly Recipe[] = [
  {
    quirks: ["endereço num parágrafo", "estado em minúsculas", "clientes com contatos"],
    template: "landing",
    whatsapp: ["wa-me-double-slash", "home"],
    phone: ["text", "home"],
    email: ["text", "contact"],
    cnpj: ["masked", "footer"],
    address: "paragraph",
    noise: ["customers"],
  },
  {
    quirks: ["cidade depois do CEP", "título só com 'Fale conosco'"],
    template: "untitled",
    whatsapp: ["wa-me", "home"],
    phone: ["tel-link", "home"],
    address: "cep-first",
    noise: ["placeholders"],
  },
  {
    quirks: ["endereço sem cidade ao lado do telefone", "currículos e encarregado"],
    template: "untitled",
    phone: ["text", "home"],
    email: ["text", "footer"],
    address: "heading",
    noise: ["side-doors"],
  },
  {
    quirks: ["endereço só no mapa", "whatsapp em configurações de um script"],
    template: "minified",
    whatsapp: ["script-settings", "home"],
    cnpj: ["masked", "footer"],
    address: "map",
  },
  {
    quirks: ["rodovia com quilômetro", "exemplos de telefone"],
    template: "blog",
    phone: ["text", "home"],
    email: ["mailto", "footer"],
    address: "highway",
    noise: ["placeholders"],
  },
  {
    quirks: ["json-ld só com o bairro"],
    template: "untitled",
    whatsapp: ["wa-me", "home"],
    email: ["text", "footer"],
    address: "district-only-json-ld",
    jsonLd: "local-business",
    noise: ["side-doors", "customers"],
  },
];
