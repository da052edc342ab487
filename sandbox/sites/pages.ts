import type { Company, Place } from "../companies/company";
import { seededRandom } from "../random";
import { renderAddress } from "./addresses";
import { renderCnpj, renderEmail, renderPhone, renderWhatsapp } from "./contact-forms";
import { buildFilling } from "./filling";
import { renderJsonLd } from "./json-ld";
import { renderNoise } from "./noise";
import type { Page } from "./page";
import { TEMPLATES } from "./templates";

/** Renders the page at a path. Returns null if the site has no such page. */
export function renderPage(company: Company, path: string): string | null {
  const kind = findPageKind(company, path);
  if (kind === null) return null;
  const template = TEMPLATES[company.recipe.template];
  if (template === undefined) throw new Error(`No template ${company.recipe.template}.`);
  return template(describePage(company, kind), path);
}

function findPageKind({ host, recipe }: Company, path: string): Page["kind"] | null {
  switch (path.replace(/\/$/, "")) {
    case "":
      return "home";
    case "/home":
      return recipe.delivery === "redirect-to-home" ? "home" : null;
    case getContactPath(host):
      return "contact";
    case "/sobre":
      return "about";
    case "/politica-de-privacidade":
      return "privacy";
    // The frameset's inner pages.
    case "/menu.htm":
    case "/principal.htm":
      return recipe.template === "frames" ? "home" : null;
    default:
      return null;
  }
}

export function getContactPath(host: string): string {
  return seededRandom(`${host} contact`).next() < 0.75 ? "/contato" : "/fale-conosco";
}

function describePage(company: Company, kind: Page["kind"]): Page {
  const { name, host, city, recipe } = company;
  const noise = (recipe.noise ?? []).map((each) => renderNoise(each, company));
  const filling = buildFilling(company, kind);
  return {
    kind,
    name,
    heading: kind === "home" ? name : HEADINGS[kind],
    city: city.name,
    uf: city.uf,
    host,
    head: `${filling.head}${kind === "home" ? renderJsonLd(company) : ""}`,
    body: `${renderBody(company, kind, noise)}${filling.body}`,
    footer: `${renderContactsAt(company, "footer")}${filling.footer}`,
    menu: [
      { href: recipe.delivery === "redirect-to-home" ? "/home" : "/", label: "Início" },
      { href: "/sobre", label: "Quem somos" },
      { href: getContactPath(host), label: "Contato" },
      { href: "/politica-de-privacidade", label: "Política de privacidade" },
      { href: `https://www.instagram.com/${host.split(".")[0]}/`, label: "Instagram" },
    ],
  };
}

const HEADINGS = {
  contact: "Fale conosco",
  about: "Quem somos",
  privacy: "Política de privacidade",
} as const;

function renderBody(company: Company, kind: Page["kind"], noise: string[]): string {
  const { name, city, category, facts, recipe } = company;
  switch (kind) {
    case "home":
      return `<p>${category.pitch}</p><p>${category.name} em ${city.name}, ${city.uf}. Há mais de 15 anos no bairro ${facts.district}.</p>${noise.join("")}${renderContactsAt(company, "home")}${renderAddress(company)}`;
    case "contact":
      return `<p>Atendemos de segunda a sábado, das 8h às 18h.</p>${renderContactsAt(company, "contact")}${recipe.address === undefined ? "" : renderAddress(company)}<form action="/enviar" method="post"><label>Nome <input name="nome"></label> <label>Telefone <input name="fone" placeholder="(00) 00000-0000"></label> <button>Enviar</button></form>`;
    case "about":
      return `<p>A ${name} nasceu em 1998 pelas mãos de ${facts.person}. ${category.pitch}</p><p>Hoje somos 14 pessoas atendendo ${city.name} e região.</p>`;
    case "privacy":
      return `<p>Esta política, atualizada em 02/01/2026, segue a Lei 13.709/2018 e o Decreto 7.962/2013.</p><p>Os dados enviados pelo formulário são usados só para responder ao contato e apagados em 180 dias.</p><p>Controladora: ${name}.</p>${renderContactsAt(company, "privacy")}`;
  }
}

function renderContactsAt({ recipe, facts }: Company, place: Place): string {
  const { whatsapp, phone, email, cnpj } = recipe;
  return [
    whatsapp?.[1] === place ? renderWhatsapp(whatsapp[0], facts) : "",
    phone?.[1] === place ? renderPhone(phone[0], facts) : "",
    email?.[1] === place ? renderEmail(email[0], facts) : "",
    cnpj?.[1] === place ? renderCnpj(cnpj[0], facts) : "",
  ].join("");
}
