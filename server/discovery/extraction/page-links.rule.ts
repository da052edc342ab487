import { getDomain } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import type { PageReading } from "./page-reading.rule";
import { trimCharactersAtEnd } from "./trim-characters.rule";

export interface NextPage {
  url: string;
  /** See pageKey. */
  key: string;
  kind: "contact" | "places" | "about" | "legal" | "embedded";
  score: number;
}

const NO_PAGE =
  /\.(?:pdf|jpe?g|png|gif|webp|svg|ico|zip|rar|docx?|xlsx?|pptx?|mp[34]|avi|exe|apk|xml|json|css|js|txt|rss)$|\/(?:wp-json|wp-admin|wp-login|feed|carrinho|cart|checkout|login|minha-conta|cdn-cgi)\b/i;
const KINDS: readonly { kind: NextPage["kind"]; words: RegExp; score: number }[] = [
  {
    kind: "contact",
    words: /contato|contate|contact|fale[-_ ]?con|faleconosco|atendimento|orcamento/,
    score: 10,
  },
  {
    kind: "places",
    words:
      /unidades|lojas\b|onde[-_ ]?(?:estamos|encontrar)|localizacao|como[-_ ]chegar|endereco|enderecos|telefones/,
    score: 6,
  },
  {
    kind: "about",
    words: /quem[-_ ]?somos|sobre|a[-_ ]empresa|empresa\b|institucional|about|nossa[-_ ]historia/,
    score: 5,
  },
  { kind: "legal", words: /privacidade|privacy|termos|politica|trocas|devoluc|lgpd/, score: 4 },
];

/** Pages of the same site worth visiting, best first: contact, addresses, about, legal. */
export function findNextPages(page: PageReading): NextPage[] {
  const site = getSite(page.url);
  const own = getPageKey(page.url);
  const found = new Map<string, NextPage>();
  const add = (href: string, kind: NextPage["kind"], score: number) => {
    const url = pageUrl(href, page.url);
    if (url === null || getSite(url) !== site) return;
    const key = getPageKey(url);
    const known = found.get(key);
    if (key !== own && (known === undefined || known.score < score)) {
      found.set(key, { url, key, kind, score });
    }
  };
  for (const href of page.embedded) add(href, "embedded", 8);
  for (const { href, text } of page.links) {
    const words = foldText(`${pathOf(href)} ${text.slice(0, 60)}`);
    const match = KINDS.find(({ words: pattern }) => pattern.test(words));
    // Deep paths rank lower: a post about contact lenses is not the page called "contato".
    if (match)
      add(
        href,
        match.kind,
        match.score - Math.min(3, pathOf(href).split("/").filter(Boolean).length - 1) / 2,
      );
  }
  return [...found.values()].toSorted((one, other) => other.score - one.score);
}

/** Equal for equivalent addresses: with or without www and trailing slash. */
export function getPageKey(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  return `${hostname.replace(/^www\./, "")}${trimCharactersAtEnd(pathname, "/")}${search}`;
}

/** The registrable domain, or a customer's subdomain of a site builder; its pages belong to one site. */
export function getSite(url: string): string {
  return (
    getDomain(url, { allowPrivateDomains: true }) ??
    (URL.canParse(url) ? new URL(url).hostname : "")
  );
}

function pageUrl(href: string, base: string): string | null {
  const url = URL.canParse(href, base) ? new URL(href, base) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || NO_PAGE.test(url.pathname)) return null;
  url.hash = "";
  return url.toString();
}

function pathOf(href: string): string {
  const path = href.replace(/^[a-z]+:\/\/[^/]*/i, "").split("#")[0] ?? "";
  if (!path.includes("%")) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
