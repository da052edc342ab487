import { getCompanyHost } from "@/lib/domain/companies/company-host";
import { hasCompanyWord } from "@/lib/domain/companies/company-words";
import { foldText } from "@/lib/domain/text/fold-text";
import type { CnpjCandidate } from "./cnpjs.rule";
import type { EmailCandidate } from "./emails.rule";
import { isFreeMail } from "./emails.rule";
import { findOrganizations } from "./json-ld.rule";
import { isCredit, type PageReading } from "./page-reading.rule";
import type { PhoneCandidate } from "./phone-candidates.rule";

interface Contacts {
  numbers: readonly PhoneCandidate[];
  emails: readonly EmailCandidate[];
  cnpjs: readonly CnpjCandidate[];
}

/** Signs that weigh together as much as this make a page a directory; no sign but a described list does alone. */
const ENOUGH = 3;

/** A guide, a directory, a marketplace, a "top 10": a page that lists other companies is no company's page. */
export function isDirectory(page: PageReading, contacts: Contacts): boolean {
  const weight =
    weighDescriptions(page) +
    weighContacts(contacts) +
    weighEntries(page, contacts) +
    weighTitle(page) +
    weighLinks(page);
  // An invitation alone is not enough, and the longest to look for.
  return weight >= ENOUGH || (weight > 0 && weight + weighInvitations(page) >= ENOUGH);
}

/** Several companies, each with its own contacts, in the page's structured data. */
function weighDescriptions(page: PageReading): number {
  const companies = findOrganizations(page.jsonLd).filter(
    ({ telephones, addresses, emails, isPart }) =>
      !isPart && telephones.length + addresses.length + emails.length > 0,
  );
  const described = countNames(companies.flatMap(({ name }) => name ?? []));
  const telephones = new Set(page.microdata.get("telephone") ?? []).size;
  const marked = telephones < 3 ? 0 : countNames(page.microdata.get("name") ?? []);
  return Math.max(described, marked) >= 3 ? ENOUGH : 0;
}

/** Branches of one company share the first words of their names. */
function countNames(names: readonly string[]): number {
  const kinds = names.map((name) =>
    foldText(name)
      .match(/[a-z0-9]{2,40}/g)
      ?.slice(0, 2)
      .join(" "),
  );
  return new Set(kinds.filter(Boolean)).size;
}

function weighContacts({ numbers, emails, cnpjs }: Contacts): number {
  const phones = new Set(
    numbers.flatMap(({ number }) =>
      number.kind === "subscriber" ? `${number.ddd}${number.subscriber}` : [],
    ),
  );
  const mailHosts = new Set(
    emails.flatMap(({ email }) => (isFreeMail(email) ? [] : email.slice(email.indexOf("@")))),
  );
  const roots = new Set(cnpjs.map(({ cnpj }) => cnpj.slice(0, 8)));
  return Number(phones.size >= 8) + (mailHosts.size >= 4 ? 2 : 0) + (roots.size >= 4 ? 2 : 0);
}

const MAX_ENTRIES = 60;

/** Lines that name companies, each followed by a number. */
function weighEntries({ text }: PageReading, { numbers }: Contacts): number {
  if (numbers.length < 6) return 0;
  const named = new Set<string>();
  let heading = "";
  for (const line of foldText(text.slice(0, 60_000)).split("\n")) {
    const number = /\d{4}[-. ]?\d{4}(?!\d)/.exec(line);
    const [words = ""] = line.slice(0, number ? number.index : 80).split(/[,:|(\d]/, 1);
    const name = words.trim();
    if (name.length > 3 && name.length < 60 && hasCompanyWord(name)) heading = name;
    if (number && heading !== "") named.add(heading);
    if (number) heading = "";
    if (named.size > MAX_ENTRIES) break;
  }
  return countNames([...named]) >= 6 ? 2 : 0;
}

const TITLE =
  /(?<![a-z])(?:guia|top ?\d{1,3}|\d{1,3} melhores|[ao]s melhores|ranking|lista d[aeo]s?|classificados|diretorio|lista telefonica|encontre|catalogo (?:de empresas|comercial)|paginas amarelas|onde (?:comer|encontrar|comprar)|empresas (?:de|em|d[ao]s?)|marketplace)(?![a-z])/;
const INVITATION =
  /(?:anuncie|cadastre|divulgue|adicione|inclua|registre|adicionar|cadastrar)(?: gratuitamente| gr[aá]tis)? (?:aqui|no guia|(?:a |o )?(?:sua|seu|minha|meu|uma) (?:empresa|neg[oó]cio|estabelecimento|loja))|reivindi(?:car|que) |[eé] o (?:dono|propriet[aá]rio)\?|sugerir (?:uma )?(?:altera|corre)|(?:ver|mostrar|exibir) telefone|empresas (?:cadastradas|em destaque|parecidas|similares|relacionadas)/i;
const MAX_TEXT = 100_000;

function weighTitle({ title, headings }: PageReading): number {
  return Number(TITLE.test(foldText(`${title.slice(0, 300)}\n${headings.slice(0, 2).join("\n")}`)));
}

function weighInvitations({ text }: PageReading): number {
  return INVITATION.test(text.slice(0, MAX_TEXT)) ? 2 : 0;
}

/** Pages of single companies, one below the other. */
const ENTRY_PATH =
  /\/(?:empresas?|anunciantes?|estabelecimentos?|profissional|profissionais|negocios?|fornecedor(?:es)?|prestador(?:es)?|compan(?:y|ies)|listings?|places?|business|perfil)\/([^/?#]{3,200})\/?$/i;

/** Many other companies' sites, or many companies' pages. */
function weighLinks(page: PageReading): number {
  const own = getCompanyHost(page.url);
  const sites = new Set<string>();
  const entries = new Set<string>();
  for (const { href, before } of page.links) {
    const entry = ENTRY_PATH.exec(href)?.[1];
    if (entry !== undefined) entries.add(entry);
    if (sites.size >= 10 || !/^(?:https?:)?\/\//i.test(href)) continue;
    const host = getCompanyHost(href);
    if (host !== null && host !== own && !isCredit(before)) sites.add(host);
  }
  const outside = sites.size >= 10 ? 2 : Number(sites.size >= 5);
  return outside + (entries.size >= 8 ? 2 : 0);
}
