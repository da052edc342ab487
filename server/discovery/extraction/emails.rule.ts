import { getDomain, parse } from "tldts";
import { findOrganizations } from "./json-ld.rule";
import { isCredit, type PageReading, removeMarks } from "./page-reading.rule";
import { trimCharactersAtEnd } from "./trim-characters.rule";

export interface EmailCandidate {
  email: string;
  method: string;
  confidence: number;
}

const LOCAL = /[A-Za-z0-9._%+-]/;
const DOMAIN = /[A-Za-z0-9.-]/;
const MAX_LOCAL = 64;
const MAX_DOMAIN = 190;
/** The longest address with the text that may surround it. */
const MAX_WRITTEN = 400;
const MAX_FOUND = 300;
const FREE =
  /^(?:gmail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|uol|bol|terra|ig|globo|globomail|r7|oi|zipmail|superig|aol|proton|protonmail)\.(?:com|com\.br|net|net\.br|me|br)$/;
const FILE = /\.(?:png|jpe?g|gif|webp|svg|ico|bmp|avif|css|js|mjs|woff2?|ttf|pdf|mp4|html?|php)$/;
/** Addresses of services that sites are built with, and template placeholders. */
const NOT_A_CONTACT =
  /(?:^|[@.])(?:example|exemplo|email|dominio|domain|seudominio|suaempresa|seusite|yourdomain|mysite|empresa|sentry|wixpress|sentry-next|wix|godaddy|schema|w3|googleapis|jquery)\.(?:com|org|net|io|com\.br)$|@(?:2x|3x)\b|[@.](?:meu-?site|minha-?empresa|seu-?dominio|sua-?loja|seu-?email|nome-?da-?empresa|nome-?do-?site|seu-?provedor|provedor|your-?(?:site|company|email|website)|my-?(?:company|website)|company|website|lorem|ipsum|loremipsum|placeholder|fakemail|teste?|foo|bar|xxx+)\.(?:com|net|org|com\.br|br|io)$|^(?:seu-?|sua-?|your-?|meu-?|nome-?|o-?seu-?)(?:nome|name|e-?mail|mail|empresa|contato|melhor-?e-?mail|login|usuario)?\d?@|^(?:lorem|ipsum|lorem\.?ipsum|placeholder|fulano|ciclano|beltrano|fulanodetal|foo|foobar|nome\.sobrenome|nomesobrenome|digite|digiteseuemail|email-?aqui|insira|xx+|abc|asdf?|aaa+|demo|sample|e-?mail\d?|mail|user(?:name)?|name|nome|usuario|teste?\d?|exemplo\d?|example|john|johndoe|john\.doe|jane|you|me)@|^(?:no-?reply|nao-?responda|mailer-daemon|postmaster|abuse)@/;
/** Real, but not for offers: data protection officer, job applications, webmaster. */
const SIDE_DOOR =
  /^(?:dpo|lgpd|privacidade|privacy|encarregado|rh|curriculos?|vagas|trabalhe|webmaster|hostmaster|financeiro|boleto|nfe|xml|ouvidoria)/;

/** The company's general address, preferred to those of its people. */
const FRONT_DOOR =
  /^(?:contatos?|contact|atendimento|comercial|vendas|sac|info|fale-?conosco|faleconosco|recepcao|secretaria|escritorio|orcamentos?|reservas?)@/;
const FRONT = 1.15;

/** The same as words before an address, on its line or the one above. */
const SIDE_DOOR_WORD =
  /(?:curr[ií]culos?|encarregad[oa]|(?<![a-z])dpo(?![a-z])|(?<![a-z])lgpd(?![a-z])|prote[cç][aã]o de dados|privacidade|trabalhe (?:conosco|com)|(?<![a-z])vagas?(?![a-z])|recursos humanos|(?<![a-z])rh(?![a-z])|ouvidoria|financeiro|cobran[cç]a|boletos?|nota fiscal|imprensa|webmaster)(?:[^\n@]{0,50}|[^\n@:]{0,40}:? ?\n[^\n@]{0,20})$/i;

/** A payment key, not a contact address. */
const PAYMENT = /\bpix\b[^\n@]{0,20}$/i;

export function findEmailCandidates(page: PageReading): EmailCandidate[] {
  const site = getDomain(page.url, { allowPrivateDomains: true });
  const makerDomains = findMakerDomains(page, site);
  const found: EmailCandidate[] = [];
  const add = (written: string, method: string, confidence: number, before = "") => {
    const email = normalizeEmail(written, site);
    if (email === null || found.length >= MAX_FOUND) return;
    const domain = getDomain(email.slice(email.indexOf("@") + 1), { allowPrivateDomains: true });
    if (domain !== null && makerDomains.has(domain)) return;
    const owner = domain === site ? 1 : isFreeMail(email) ? 0.85 : 0.6;
    const door = SIDE_DOOR.test(email) || SIDE_DOOR_WORD.test(before.slice(-90)) ? 0.6 : 1;
    const front = owner === 1 && FRONT_DOOR.test(email) ? FRONT : 1;
    found.push({ email, method, confidence: Math.min(0.98, confidence * owner * door * front) });
  };

  for (const { href, before, text } of page.links) {
    if (/^mailto:/i.test(href) && !isCredit(before)) {
      const [words = ""] = text.split("@", 1);
      const addressed = parseMailto(href);
      const sure = showsAnother(text, addressed) ? 0.5 : 0.95;
      for (const email of addressed) add(email, "mailto", sure, `${before} ${words}`);
    }
    const encoded = /\/cdn-cgi\/l\/email-protection#([0-9a-f]+)/i.exec(href)?.[1];
    if (encoded) add(decodeCloudflareEmail(encoded) ?? "", "cloudflare", 0.92);
  }
  for (const encoded of page.encodedEmails)
    add(decodeCloudflareEmail(encoded) ?? "", "cloudflare", 0.92);
  for (const { emails } of findOrganizations(page.jsonLd)) {
    for (const email of emails) add(email.replace(/^mailto:/i, ""), "json-ld", 0.9);
  }
  for (const email of page.microdata.get("email") ?? [])
    add(email.replace(/^mailto:/i, ""), "microdata", 0.88);
  const text = deobfuscate(removeMarks(page.text));
  for (const { email, start } of findAddresses(text)) {
    const before = text.slice(Math.max(0, start - 100), start);
    if (!isCredit(before) && !PAYMENT.test(before)) add(email, "text", 0.85, before);
  }
  return found;
}

/**
 * Normalises an address to lower case, or returns null when it is not a company's: a file name, a template's or a
 * service's address. Under the site's own domain an unregistered suffix is accepted.
 */
export function normalizeEmail(written: string, site: string | null): string | null {
  if (written.length > MAX_WRITTEN) return null;
  const email = trimCharactersAtEnd(written.trim().toLowerCase(), ".-").replace(/^[.%+-]+/, "");
  const parts =
    /^([a-z0-9][a-z0-9._%+-]{0,63})@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{1,30})$/.exec(
      email,
    );
  const [, local = "", host = ""] = parts ?? [];
  if (parts === null || local.includes("..") || local.endsWith(".")) return null;
  if (FILE.test(email) || NOT_A_CONTACT.test(email)) return null;
  // Long hexadecimal names are keys of error trackers.
  if (/^[0-9a-f]{24,}$/.test(local)) return null;
  const isOwn = site !== null && (host === site || host.endsWith(`.${site}`));
  return isOwn || parse(host).isIcann ? email : null;
}

/** An address of a mail service that anybody may use: it says nothing about the company. */
export function isFreeMail(email: string): boolean {
  return FREE.test(email.slice(email.indexOf("@") + 1));
}

/** Cloudflare's scheme: a key byte, then each byte of the address xor the key, in hex. */
function decodeCloudflareEmail(encoded: string): string | null {
  if (!/^(?:[0-9a-f]{2}){6,200}$/i.test(encoded)) return null;
  const bytes = encoded.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
  const [key = 0, ...rest] = bytes;
  return new TextDecoder().decode(Uint8Array.from(rest, (byte) => byte ^ key));
}

function parseMailto(href: string): string[] {
  const [target = ""] = href.slice("mailto:".length).split("?");
  let written = target;
  try {
    written = decodeURIComponent(target);
  } catch {
    // Invalid percent encoding: read it as written.
  }
  return written.split(/[,;]/).slice(0, 5).map(removeDisplayName);
}

/** A copied link, or one that was left as in the template: it shows the company's address but opens another. */
function showsAnother(text: string, addressed: readonly string[]): boolean {
  const shown = findAddresses(text).map(({ email }) => email.toLowerCase());
  const known = addressed.map((email) => email.trim().toLowerCase());
  return (
    shown.length > 0 &&
    !shown.some((one) => known.some((other) => one.startsWith(other) || other.startsWith(one)))
  );
}

/** "Ana <ana@padaria.com.br>" as "ana@padaria.com.br". */
function removeDisplayName(written: string): string {
  const start = written.indexOf("<") + 1;
  const end = written.indexOf(">", start);
  return start > 0 && end > 0 ? written.slice(start, end) : written;
}

/** An obfuscated at sign or dot. */
const OBFUSCATED = /arroba|\(a\)|[[({<]\s?(?:at|@|dot|ponto|\.)\s?[\])}>]| @ /i;

/** Converts "contato [arroba] padaria [ponto] com" and "contato (at) padaria.com" to addresses. */
function deobfuscate(text: string): string {
  if (!OBFUSCATED.test(text)) return text;
  return (
    text
      // "prezado(a) cliente" does not match: it is followed by a space, not by a domain.
      .replace(/(?<=[a-z0-9])\(a\)(?=[a-z0-9-]{2,63}\.[a-z])/gi, "@")
      .replace(/\s?[[({<]\s?(?:at|arroba|@)\s?[\])}>]\s?/gi, "@")
      .replace(/(?<=[a-z0-9]) (?:arroba|@) (?=[a-z0-9][a-z0-9-]*\.)/gi, "@")
      .replace(/\s?[[({<]\s?(?:dot|ponto|\.)\s?[\])}>]\s?/gi, ".")
  );
}

/** Expands from each at sign: a pattern open at both ends takes quadratic time on a hostile page. */
function findAddresses(text: string): { email: string; start: number }[] {
  const found: { email: string; start: number }[] = [];
  for (
    let at = text.indexOf("@");
    at !== -1 && found.length < MAX_FOUND;
    at = text.indexOf("@", at + 1)
  ) {
    let start = at;
    while (start > 0 && at - start < MAX_LOCAL && LOCAL.test(text[start - 1] ?? "")) start -= 1;
    let end = at + 1;
    while (end < text.length && end - at < MAX_DOMAIN && DOMAIN.test(text[end] ?? "")) end += 1;
    // In "https://name@host" the name is a credential, not a mailbox.
    const isInAddress = text.slice(start - 2, start) === "//";
    if (start < at && end > at + 3 && !isInAddress) {
      found.push({
        email: removeLabel(text.slice(start, at + 1)) + removeRunOn(text.slice(at + 1, end)),
        start,
      });
    }
  }
  return found;
}

/** Removes text that is run into the address: "3232-4545contato@", "E-mailcontato@". */
function removeLabel(local: string): string {
  return local
    .replace(/^[\d.]*\d{4}-\d{4}(?=[a-z])/i, "")
    .replace(/^E-?(?:mail|MAIL)(?=[a-z\d])/, "");
}

/** Removes text run into the domain: "padaria.com.brwww.padaria.com.br", "padaria.com.br.Ligue". */
function removeRunOn(domain: string): string {
  const own = /^([a-z0-9.-]+?\.[a-z]{2,24})(?:www\.|\.?[A-Z])/.exec(domain)?.[1];
  return own !== undefined && parse(own).isIcann ? own : domain;
}

/** Domains credited with making the site: their addresses are not the company's. */
function findMakerDomains(page: PageReading, site: string | null): Set<string> {
  const makerDomains = new Set<string>();
  for (const { href, before, text } of page.links) {
    if (!/^(?:https?:)?\/\//i.test(href)) continue;
    if (!isCredit(`${before}${text}`) && !isCredit(before)) continue;
    const domain = getDomain(href, { allowPrivateDomains: true });
    if (domain !== null && domain !== site) makerDomains.add(domain);
  }
  return makerDomains;
}
