import { getDomainWithoutSuffix } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import { trimCharactersAtEnd } from "@/lib/domain/text/trim-characters";
import { findOrganizations, findSiteNames } from "./json-ld";
import { isCredit, oneLine, type PageReading } from "./page-reading";
import { isTradeOnly, SMALL_WORD } from "./trade-words";

export interface NameCandidate {
  name: string;
  method: string;
  confidence: number;
}

const MAX_LENGTH = 80;
/** A name and what may stand around it. */
const MAX_WRITTEN = 1_000;
/** For texts on one line, with single spaces. */
const SEPARATORS =
  / [-–—|·•»›«‹~/><*★☆|_] | ?(?:::|\||»|«|•|—|★|☆|｜) ?|[:!?;] |(?<=[\p{L}\d])[-–] | [-–](?=\p{L})|, (?=\p{Ll}{3})|(?<=\p{L}{3})\. (?=\p{L})/u;
/** Pictures in front of a word or behind it. */
const PICTURES = /\p{Extended_Pictographic}|\uFE0F|\u200D|®|™/gu;
const PLACE =
  /^(.{3,}?)(?:, | em | no (?=Rio|Brasil|Recife|Distrito|Centro|Bairro)| na (?=Zona|Vila|Barra))(\p{Lu}[\p{L}' ]{2,30})(?: ?[-/,] ?[A-Z]{2}| ?\([A-Z]{2}\))?$/u;
/** "Padaria Sol (Campinas)", "Padaria Sol (SP)". */
const IN_BRACKETS = / \([^()]{2,40}\)$/;
const SINCE = / (?:desde|since|est\.?) ?(?:19|20)\d\d$/i;
const STATE_AFTER_PLACE = /^(?: ?[-/]|,)\s?[A-Z]{2}\b/;
/** The edges of a name, without spaces. */
const BEFORE_NAME = /^[ \-–—|:·•*.,!>«»"'“”]+/;
const AFTER_NAME = " -–—|:·•*,!<«»\"'“”";
/** Words of pages, not of companies: a name made of nothing else is a page's title ("Contatos da empresa"). */
const GENERIC = new Set(
  `home homepage page index inicio pagina inicial principal bem vindo vindos vinda vindas bemvindo welcome contato contatos
  contact contate fale falar entre conosco nos nosso nossa nossos nossas quem somos sobre about us empresa loja lojas blog site
  oficial virtual online produto produtos servico servicos untitled document documento sem titulo new politica privacidade
  termos uso condicoes 404 not found nao encontrada erro error menu oferta ofertas localizacao orcamento orcamentos unidade
  unidades construcao wordpress my meu facebook instagram whatsapp historia equipe onde estamos como chegar endereco enderecos
  telefone telefones atendimento ao cliente clientes sac solicite peca institucional trabalhe novidades noticias galeria fotos
  mapa faq duvidas frequentes perguntas conheca veja saiba mais todos os direitos reservados copyright all rights reserved
  desde logo logotipo logomarca imagem banner slide main header default mais um uma meusite minha site modelo exemplo sample
  example template theme tema themes hello world ola mundo elementor astra wix squarespace wixsite webnode nova lorem ipsum just another
  sua seu suas seus aqui nome company name your landing links link bio linktree cardapio agende agendar agendamento
  login entrar buscar pesquisa carrinho checkout comprar compre novo novos nossos especialidades depoimentos parceiros
  portfolio projetos planos preco precos promocao promocoes semana destaques categoria categorias todas todos menu bemvinda
  institucional missao visao valores confira acesse clique fechar abrir carregando loading ultimas postagens
  agora ja hoje peca ligue`.match(/\S+/g),
);
const GREETING =
  /^(?:(?:seja(?:m)?,? )?(?:muito )?bem[- ]?vind[oa]s?(?: a[o]?s?| à|)(?: (?:nosso |novo )?(?:site|portal|mundo|loja|p[aá]gina)(?: oficial)?(?: d[aeo])?)?|welcome to|home|in[ií]cio|(?:site|p[aá]gina|loja|perfil|portal|blog|website|canal)(?: oficial| inicial)?(?: d[aeo]s?)?|oficial|(?:conhe[cç]a|visite|fale com|sobre|quem somos|quem é|contatos?|n[oó]s somos|somos)(?: com)?(?: [ao]s?)?|todos os direitos reservados(?: [aà])?|por|by|logo(?:tipo|marca)?(?: d[aeo])?)[\s:,!-]+(?=[\p{L}\d])/iu;
/** The same behind a name. */
const FAREWELL =
  /(?: (?:home|in[ií]cio|(?:site|p[aá]gina|perfil) oficial|oficial|p[aá]gina inicial|home ?page|logo(?:tipo|marca)?)|,? todos os direitos reservados)$/iu;
const PROBLEM =
  /\b(?:404|403|500|erro|error|nao encontrad[ao]|not found|forbidden|access denied|just a moment|attention required|manutencao|em construcao|index of|dominio|domain)\b/;

/** "© 2019-2026 Padaria Central. Todos os direitos", "Copyright Padaria Central 2026". */
const COPYRIGHT = ["©", "Copyright", "copyright", "COPYRIGHT", "(c) ", "(C) "];
const YEARS_AND_NAME =
  /^[ ©]{0,3}(?:(?:19|20)\d\d(?: ?[-–/a] ?(?:19|20)\d\d)?)?[ ,.:|–-]{0,4}(?<name>[^\n©|•·–]{2,80})/;
/** What follows the name on that line. */
const AFTER_COPYRIGHT =
  / - |\. (?=\p{Lu})|\.$|,|(?:19|20)\d\d|(?<!\p{L})(?:todos os|all rights|direitos|cnpj|c\.n\.p\.j|desenvolvid|criad[oa]|powered|feito|by )|https?:|www\./iu;
const MAX_COPYRIGHTS = 5;
/** For each other source that gives the same name. */
const AGREED = 0.08;

/**
 * Candidate names from a page. Parts of a title rank by their similarity to the host's name; a name that several
 * sources give is surer.
 */
export function findNameCandidates(page: PageReading): NameCandidate[] {
  const host = getHostWord(page.url);
  const found: NameCandidate[] = [];
  const add = (written: string | null | undefined, method: string, confidence: number) => {
    const name = cleanName(written ?? "");
    if (name === null) return;
    if (!isTradeOnly(name)) found.push({ name, method, confidence });
    // Better than nothing only where the site is called so itself.
    else if (toNameKey(name) === host) found.push({ name, method, confidence: 0.4 });
  };
  /** Some sites put the whole title where the name belongs. */
  const addPart = (written: string | null | undefined, method: string, confidence: number) => {
    const parts = splitTitle(written ?? "", page.text).filter((each) => cleanName(each) !== null);
    const [part] = parts.toSorted((one, other) => rank(other, host) - rank(one, host));
    add(part, method, confidence - (part && isDescription(part, host) ? 0.4 : 0));
  };
  for (const { name, legalName } of findOrganizations(page.jsonLd)) {
    addPart(name, "json-ld", 0.95);
    add(legalName, "json-ld-legal", 0.8);
  }
  for (const name of findSiteNames(page.jsonLd)) {
    addPart(name, "json-ld-site", 0.6 + 0.3 * getSimilarity(name, host));
  }
  addPart(page.microdata.get("name")?.[0], "microdata", 0.9);
  addPart(page.siteName, "og:site_name", 0.88);
  for (const [index, part] of splitTitle(page.title, page.text).entries()) {
    const doubt = isDescription(part, host) ? 0.15 : 0;
    add(part, "title", 0.35 + 0.45 * getSimilarity(part, host) + (index === 0 ? 0.05 : 0) - doubt);
  }
  for (const heading of page.headings.slice(0, 2)) {
    const [name = ""] = splitTitle(heading, page.text);
    const doubt = isDescription(name, host) ? 0.2 : 0;
    add(name, "h1", 0.25 + 0.45 * getSimilarity(name, host) - doubt);
  }
  for (const name of findCopyrightNames(page.text)) {
    add(name, "copyright", 0.42 + 0.4 * getSimilarity(name, host));
  }
  for (const logo of page.logos) {
    const name = removePlace(logo.replace(LOGO_WORD, " "), page.text);
    add(name, "logo", 0.3 + 0.45 * getSimilarity(name, host));
  }
  return weighAgreement(found);
}

/** A name is surer for each other source of the page that gives it too. */
function weighAgreement(found: readonly NameCandidate[]): NameCandidate[] {
  const methodsOf = new Map<string, Set<string>>();
  const keys = found.map(({ name }) => toNameKey(name));
  for (const [index, { method }] of found.entries()) {
    const key = keys[index] ?? "";
    methodsOf.set(key, (methodsOf.get(key) ?? new Set()).add(method));
  }
  return found.map((candidate, index) => {
    const others = (methodsOf.get(keys[index] ?? "")?.size ?? 1) - 1;
    const confidence = Math.min(0.97, candidate.confidence + AGREED * Math.min(2, others));
    return { ...candidate, confidence };
  });
}

/** What a company says of itself and does not call itself. */
const PRAISE =
  /(?<![a-z])(?:melhor(?:es)?|qualidade|confianca|tradicao|voce|sua|seu|nossa|nosso|preco|orcamento|encontre|solucoes em|especialistas? em|especializad[ao]|tudo|mais|cuidando|atendemos|servicos de|aqui|gratis|sem|que|como|onde|ate|agende|peca|compre|venha|onde|desde|ha mais|anos|do jeito|feit[ao]s? (?:a|com))(?![a-z])/;

/** A slogan or a list of services: it begins with a small letter, or praises, and the site is not called so. */
function isDescription(part: string, host: string): boolean {
  if (getSimilarity(part, host) >= 0.6) return false;
  const words = part.split(" ");
  return /^\p{Ll}{2}/u.test(part) || words.length > 6 || PRAISE.test(foldText(part));
}

/** Of the parts of a title the one that the site is called like, then the one that is no trade and no slogan. */
function rank(part: string, host: string): number {
  const doubt = isTradeOnly(part) ? 1 : isDescription(part, host) ? 0.5 : 0;
  return getSimilarity(part, host) - doubt;
}

const LOGO_WORD = /(?<!\p{L})(?:logo(?:tipo|marca)?|marca)(?: d[aeo])?(?!\p{L})/giu;

function findCopyrightNames(text: string): string[] {
  const names: string[] = [];
  for (const sign of COPYRIGHT) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (names.length === MAX_COPYRIGHTS) return names;
      if (isCredit(text.slice(Math.max(0, at - 60), at))) continue;
      const after = text.slice(at + sign.length, at + sign.length + 120);
      const written = YEARS_AND_NAME.exec(after)?.groups?.["name"] ?? "";
      const name = written.split(AFTER_COPYRIGHT, 1)[0]?.trim() ?? "";
      if (name !== "") names.push(name);
    }
  }
  return names;
}

/** Equal for spellings of one name. */
export function toNameKey(name: string): string {
  return foldText(name).replace(/[^a-z0-9]/g, "");
}

/** Fallback name for a site: the host's first label, in title case. */
export function nameFromHost(url: string): string {
  const word = getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "";
  const [first = ""] = word.split(".");
  return first
    .split(/[-_]/)
    .filter(Boolean)
    .map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}`)
    .join(" ");
}

/** The most name-like part of a search result's title, which is the site's title truncated. */
export function nameFromTitle(title: string, url: string): NameCandidate | null {
  const host = getHostWord(url);
  const parts = splitTitle(title, "").flatMap((part) => cleanName(part) ?? []);
  const [name] = parts.toSorted((one, other) => rank(other, host) - rank(one, host));
  if (name === undefined || (isTradeOnly(name) && toNameKey(name) !== host)) return null;
  return { name, method: "search-result", confidence: 0.3 + 0.45 * getSimilarity(name, host) };
}

/** Normalises a name; returns null for a page title, a slogan or a server error. */
function cleanName(written: string): string | null {
  const name = trimCharactersAtEnd(oneLine(written.slice(0, MAX_WRITTEN)), AFTER_NAME)
    .replace(PICTURES, "")
    .replace(BEFORE_NAME, "")
    .replace(GREETING, "")
    .replace(FAREWELL, "")
    .replace(SINCE, "")
    .trim();
  const plain = foldText(name);
  if (name.length < 2 || name.length > MAX_LENGTH || !/\p{L}{2}/u.test(name)) return null;
  if (/^\S+\.(?:com|net|org|br)$/.test(plain)) return null;
  if (isGeneric(plain) || PROBLEM.test(plain) || /https?:|www\.|@/.test(plain)) return null;
  return /\p{Ll}/u.test(name) || !/\s/.test(name) ? name : toTitleCase(name);
}

function isGeneric(plain: string): boolean {
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return words.every((word) => GENERIC.has(word) || SMALL_WORD.test(word));
}

function splitTitle(title: string, text: string): string[] {
  // An unclosed <title> swallows the tags after it.
  const [own = ""] = title.slice(0, MAX_WRITTEN).split(/<(?=[a-z/!])/i, 1);
  return joinTitles(
    oneLine(own)
      .replace(PICTURES, " ")
      .replace(/^(?:ol[aá]|oi)[!,] /i, "")
      .split(SEPARATORS),
  )
    .map((part) => removePlace(part.trim(), text))
    .filter(Boolean);
}

const TITLE = /(?:^| )(?:dra?|profa?|sra?|eng|arq|adv|sta|cia|gen|cel|cap)$/i;

/** A full stop after "Dra" ends no sentence. */
function joinTitles(parts: readonly (string | undefined)[]): string[] {
  const joined: string[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && TITLE.test(last))
      joined[joined.length - 1] = `${last}. ${part ?? ""}`;
    else joined.push(part ?? "");
  }
  return joined;
}

/**
 * Removes the place from "Padaria X, Campinas" and "Padaria X em Campinas" if the page's text confirms that it is a
 * place.
 */
function removePlace(part: string, text: string): string {
  const bare = part.replace(IN_BRACKETS, "");
  const cut = PLACE.exec(bare);
  const [, name = "", place = ""] = cut ?? [];
  if (cut === null) return bare;
  const isPlace =
    / (?:em|no|na) \p{Lu}/u.test(part) ||
    text.includes(`em ${place}`) ||
    isFollowedByState(text, place);
  return isPlace ? name.trim() : bare;
}

/** "Campinas - SP" or "Campinas, SP", somewhere in the text. */
function isFollowedByState(text: string, place: string): boolean {
  for (let at = text.indexOf(place); at !== -1; at = text.indexOf(place, at + place.length)) {
    const end = at + place.length;
    if (STATE_AFTER_PLACE.test(text.slice(end, end + 6))) return true;
  }
  return false;
}

/** Similarity of 0 to 1: how much of the host's word the name covers, and how little else it contains. */
function getSimilarity(name: string, host: string): number {
  if (host === "") return 0;
  const plain = foldText(name);
  const squashed = plain.replace(/[^a-z0-9]/g, "");
  if (squashed === "") return 0;
  if (squashed === host) return 1;
  if (host.includes(squashed)) return squashed.length / host.length;
  if (squashed.includes(host)) return 0.6 + 0.4 * (host.length / squashed.length);
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const spelt = words.filter((word) => word.length > 2 && host.includes(word)).join("").length;
  const initials = words.map((word) => word[0]).join("");
  if (host.length >= 2 && initials.startsWith(host)) return 0.7;
  return 0.9 * Math.min(1, spelt / host.length) * Math.sqrt(spelt / squashed.length);
}

function getHostWord(url: string): string {
  return (getDomainWithoutSuffix(url, { allowPrivateDomains: true }) ?? "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const SMALL_WORDS = new Set(["da", "das", "de", "do", "dos", "e", "em", "na", "no", "com", "para"]);
const ABBREVIATION = /^(?:[^AEIOUÁÉÍÓÚÂÊÔÃÕÀ]{1,4}|ME|S\/?A|EPP|EIRELI|RH|TI|[IVX]+)\.?$/;

/** Converts all capitals: "PADARIA DO ZÉ" becomes "Padaria do Zé". */
function toTitleCase(name: string): string {
  return name
    .split(" ")
    .map((word, index) => {
      const lower = word.toLocaleLowerCase("pt-BR");
      if (index > 0 && SMALL_WORDS.has(lower)) return lower;
      if (lower !== "ltda" && ABBREVIATION.test(word)) return word;
      return lower.replace(
        /(^|[-'(&/])(\p{L})/gu,
        (_, joint: string, letter: string) => `${joint}${letter.toLocaleUpperCase("pt-BR")}`,
      );
    })
    .join(" ");
}
