/** What one pass over a page's HTML keeps of it; the rules that turn it into fields are in the files beside. */
export interface PageReading {
  url: string;
  title: string;
  siteName: string;
  headings: string[];
  /** Every JSON-LD document that could be parsed. */
  jsonLd: unknown[];
  /** schema.org microdata of an organization: property to its values, in order. */
  microdata: Map<string, string[]>;
  links: PageLink[];
  /** Targets of frames and of a meta refresh: pages a browser shows without a click. */
  embedded: string[];
  /** WhatsApp addresses outside `href`: onclick, widgets' attributes, scripts. */
  hiddenWhatsapps: { address: string; inScript: boolean }[];
  /** Cloudflare's encoded addresses. */
  encodedEmails: string[];
  addresses: string[];
  /** Visible text, one block a line, with `WHATSAPP_MARK` and `PHONE_MARK` where only an icon says what a number is. */
  text: string;
}

interface PageLink {
  href: string;
  /** Visible text of the link. */
  text: string;
  /** The text right before it, in which credits such as "Site por" are looked for. */
  before: string;
}

/** Private-use characters: taken out of what the page itself wrote, so that ours cannot be forged. */
export const WHATSAPP_MARK = "\uE000";
export const PHONE_MARK = "\uE001";

const MARKS = /[\uE000-\uF8FF]/g;
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

export function withoutMarks(text: string): string {
  return text.replace(MARKS, "");
}

/** What `asWritten` changes: most texts have none of it. */
const UNEVEN = /[\u00AD\u200B-\u200F\u2010-\u2012\u2060\u2212\uE000-\uF8FF\uFEFF]|[^\S ]| {2}/;

/** One text node as it reads: no marks, no invisible characters, white space as one blank. */
export function asWritten(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text
    .replace(MARKS, " ")
    .replace(INVISIBLE, "")
    .replace(/[\u2010-\u2012\u2212]/g, "-")
    .replace(/\s+/g, " ");
}

export function oneLine(text: string): string {
  return withoutMarks(text).replace(/\s+/g, " ").trim();
}

/** Keeps what `read` says of a page: with each further page of a site, all of them are weighed again. */
export function oncePerPage<T>(read: (page: PageReading) => T): (page: PageReading) => T {
  const known = new WeakMap<PageReading, { said: T }>();
  return (page) => {
    const before = known.get(page);
    if (before) return before.said;
    const said = read(page);
    known.set(page, { said });
    return said;
  };
}

/** Plain ASCII has no accents to lose. */
const ASCII = /^[\x20-\x7e]*$/;

export function withoutAccents(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Who made the site speaks of itself here, not of the company. */
const CREDIT =
  /(?:desenvolv|cria[dç]|produzi|hosped|design|layout|program|powered|webdesign|\bfeito\b|\bsites?\b)[^\n.]{0,25}\b(?:por|pela|pelo|by)\b|\b(?:powered|made|developed|designed) by\b|\bcria[cç][aã]o de sites?\b|\b(?:desenvolvimento|cria[cç][aã]o|web ?design|layout)\s?:/i;

export function isCredit(textBefore: string): boolean {
  const line = textBefore.slice(-80).split("\n").at(-1) ?? "";
  return CREDIT.test(line);
}
