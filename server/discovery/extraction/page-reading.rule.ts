/** What one pass over a page's HTML extracts; the rules in the neighbouring files turn it into fields. */
export interface PageReading {
  url: string;
  title: string;
  siteName: string;
  headings: string[];
  /** Whether the page sets its width for phones; without that, phones show the desktop page, scaled down. */
  hasViewport: boolean;
  /** The author that the page names: the company, or the maker of the site. */
  author: string;
  /** Alternative texts of logo images, and texts of elements whose class or id says "logo". */
  logos: string[];
  /** Every JSON-LD document that could be parsed. */
  jsonLd: unknown[];
  /** schema.org microdata of an organization: property to values, in order. */
  microdata: Map<string, string[]>;
  links: PageLink[];
  /** Frames and meta refresh targets: pages shown without a click. */
  embedded: string[];
  /** WhatsApp addresses outside `href`: onclick, widgets' attributes, scripts. */
  hiddenWhatsapps: { address: string; inScript: boolean }[];
  /** Addresses encoded by Cloudflare. */
  encodedEmails: string[];
  addresses: string[];
  /** Visible text, one block per line, with `WHATSAPP_MARK`, `PHONE_MARK` and `MAP_MARK` in place of icons. */
  text: string;
}

interface PageLink {
  href: string;
  /** Visible text of the link. */
  text: string;
  /** The text directly before it, searched for credits such as "Site por". */
  before: string;
}

/** Private-use characters, removed from the page's own text so that it cannot forge ours. */
export const WHATSAPP_MARK = "\uE000";
export const PHONE_MARK = "\uE001";
export const MAP_MARK = "\uE002";

const MARKS = /[\uE000-\uF8FF]/g;
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

export function removeMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** Matches texts that `asWritten` would change; most need no change. */
const UNEVEN = /[\u00AD\u200B-\u200F\u2010-\u2012\u2060\u2212\uE000-\uF8FF\uFEFF]|[^\S ]| {2}/;

/** Normalises a text node: no marks, no invisible characters, single spaces. */
export function normalizeText(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(MARKS, " ")
    .replace(INVISIBLE, "")
    .replace(/[\u2010-\u2012\u2212]/g, "-")
    .replace(/\s+/g, " ");
}

export function oneLine(text: string): string {
  return removeMarks(text).replace(/\s+/g, " ").trim();
}

/** Credits of the site's maker, whose data is not the company's. */
const CREDIT =
  /(?:desenvolv|cria[dç]|produzi|hosped|design|layout|program|powered|webdesign|\bfeito\b|\bsites?\b)[^\n.]{0,25}\b(?:por|pela|pelo|by)\b|\b(?:powered|made|developed|designed) by\b|\bcria[cç][aã]o de sites?\b|\b(?:desenvolvimento|cria[cç][aã]o|web ?design|layout|desenvolvedora?|programadora?|webmaster)\s?:/i;

/** Job titles of web developers: a name next to one belongs to the developer, not to the company. */
const MAKER =
  /^(?:desenvolvedora?|programadora?|developer|web ?master|(?:web|front-?end|back-?end|full-?stack) ?(?:dev|design)|cria[cç][aã]o de (?:web)?sites|desenvolvimento (?:web|de sites))/i;

export function isMaker(part: string): boolean {
  return MAKER.test(part);
}

export function isCredit(textBefore: string): boolean {
  const line = textBefore.slice(-80).split("\n").at(-1) ?? "";
  return CREDIT.test(line);
}
