import { getDomain, getDomainWithoutSuffix } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import { isForeignHandle, isUnfilledHandle } from "./foreign-profiles.rule";
import { findProfileAddresses } from "./json-ld.rule";
import { splitTitle } from "./name-spelling.rule";
import { isCredit, type PageReading } from "./page-reading.rule";
import { isTradeOnly } from "./trade-words.rule";

/** A company's profile on a social network: stored, never visited as its site. */
export interface ProfileLink {
  network: string;
  url: string;
}

interface Network {
  name: string;
  /** Path of a profile. */
  profile: RegExp;
}

const NAME = String.raw`[\p{L}\d._@-]{2,100}`;
/** A section of a profile is the profile too. */
const TAIL =
  /\/(?:about|about_us|sobre|photos|fotos|videos|reels|reviews|posts|featured|shorts|streams|playlists|community|mycompany|jobs|services|mentions|timeline|tagged|channels|profilecard)\/?$/i;
const LONE_NAME = new RegExp(`^/(?:_u/)?${NAME}/?$`, "u");
const NETWORKS: Record<string, Network> = {
  "instagram.com": { name: "Instagram", profile: LONE_NAME },
  "facebook.com": {
    name: "Facebook",
    profile: new RegExp(
      String.raw`^/(?:pg/|pages/(?:category/)?[^/]+/|people/[^/]+/)?${NAME}/?$|^/profile\.php$|^/p/${NAME}/?$`,
      "u",
    ),
  },
  "fb.com": { name: "Facebook", profile: LONE_NAME },
  "linkedin.com": {
    name: "LinkedIn",
    profile: new RegExp(`^/(?:company|in|school|showcase)/${NAME}/?$`, "u"),
  },
  "youtube.com": {
    name: "YouTube",
    profile: new RegExp(`^/(?:${NAME}|(?:channel|c|user)/${NAME})/?$`, "u"),
  },
  "tiktok.com": { name: "TikTok", profile: new RegExp(`^/@${NAME}/?$`, "u") },
  "x.com": { name: "X", profile: LONE_NAME },
  "twitter.com": { name: "X", profile: LONE_NAME },
};

/** "facebook.com/p/Padaria-Central-100012345678901": elsewhere "p" is a post. */
const NUMBERED = /-\d{8,20}\/?$/;

/** Paths of the networks themselves, such as share buttons. */
const NOBODY =
  /^\/(?:share|sharer|sharer\.php|share\.php|intent|dialog|plugins|tr|login|explore|accounts|p|reel|reels|stories|hashtag|search|home|watch|groups|events|privacy|policies|legal|about|help|tv|direct|web|developer|oauth|v\d{1,2}\.\d|photo|photo\.php|photos|story\.php|permalink\.php|video|video\.php|videos|media|marketplace|messages|business|ads|gaming|notes|2008|settings|l\.php|i|embed|playlist|results|shorts|live|feed|t|redirect|premium|subscription_center|status|tag|tags|discover|music|foryou|signup|jobs|feed|company|in|user|channel|c|pages|people|sharearticle|sharing|pulse|learning|cws|badges|index\.php|home\.php|login\.php)\/?$|^\/(?:share|sharer|intent|dialog|plugins|tr|login|explore|accounts|p|reel|reels|tv|stories|hashtag|search|watch|groups|events|privacy|policies|legal|help|direct|photo|photos|video|videos|media|marketplace|messages|business|ads|gaming|notes|2008|i|embed|playlist|results|shorts|live|feed|t|redirect|tag|tags|discover|music|jobs|sharing|pulse|learning|v\d{1,2}\.\d|sharer\.php|share\.php|r\.php|l\.php)\//i;

/** The same words announce links to others: customers, partners, who speaks well of the company. */
const OTHERS =
  /fot[oó]s?(?:gr[aá]f[oai]{1,2}s?)?(?: ?:| por| by| de @)|imagens ?:|arte ?:|ilustra[cç]|identidade visual|marketing ?:|ag[eê]ncia ?:|layout|(?:criad[oa]|constru[ií]d[oa]|montad[oa]|feit[oa]) (?:com|no|na|por|pela|pelo)|theme by|template|tema ?:|powered|tecnologia d|clientes?(?![a-z])|parceir[oa]s?(?![a-z])|portf[oó]lio|(?<![a-z])cases?(?![a-z])|depoimento|patrocin|apoio|fornecedor|revenda|marcas que|links [uú]teis|secretaria (?:d[aeo]|municipal|estadual)|prefeitura|minist[eé]rio d|governo d/i;
/** So many profiles of one network, none with a name like the site's, belong to people. */
const TEAM = 3;
/** From this many links before a profile on, they are a menu, whose words do not describe the profile. */
const MENU = 8;

/** The id of a YouTube channel does not show its owner. */
const OPAQUE = /^\/channel\//;

/** The company's profiles linked from a page, one per network: the first that is named like the site, else the first. */
export function findProfileLinks(page: PageReading): ProfileLink[] {
  const host = toLetters(getDomainWithoutSuffix(page.url, { allowPrivateDomains: true }) ?? "");
  const makers = new Set<string>();
  /** Profiles that a credit names: every link to them on the page belongs to the site's maker. */
  const credited = new Set<string>();
  const called = getCalled(page);
  const own: ProfileLink[] = [];
  const others: ProfileLink[] = [];
  let isTemplate = false;
  const described = findProfileAddresses(page.jsonLd, page.microdata.get("sameAs"));
  const shown = [...page.embedded.flatMap((address) => readPlugin(address) ?? []), ...described];
  const links = [...page.links, ...shown.map((href) => ({ href, before: "", text: "" }))];
  for (const [index, link] of links.entries()) {
    const { before, text } = link;
    const href = completeScheme(link.href);
    if (!/^(?:https?:)?\/\//i.test(href)) continue;
    const profile = readProfile(href, page.url);
    const isMakers = isCredit(`${before}${text}`) || isCredit(before);
    if (profile === null) {
      const maker = isMakers ? toLetters(getDomainWithoutSuffix(href) ?? "") : "";
      if (maker.length > 3 && maker !== host) makers.add(maker);
    } else if (isForeignHandle(getHandle(profile)) && !isNamedLike(profile, host)) {
      isTemplate ||= !isMakers;
    } else if (isUnfilledHandle(getHandle(profile)) && getHandle(profile) !== host) {
      isTemplate = true;
    } else if (isMakers) {
      if (text !== "") credited.add(getHandle(profile));
    } else {
      const menu = links.slice(Math.max(0, index - MENU), index);
      const isOwn = isNamedLike(profile, host) || !OTHERS.test(removeMenu(before, menu));
      (isOwn ? own : others).push(profile);
    }
  }
  if (own.length === 0) return [];
  const left = own.filter((profile) => {
    const name = getHandle(profile);
    // Where the page still links a theme's profiles, an unnamed channel is probably the theme's, too.
    if (isTemplate && OPAQUE.test(new URL(profile.url).pathname)) return false;
    if (isNamedLike(profile, host)) return true;
    return !credited.has(name) && ![...makers].some((maker) => name.includes(maker));
  });
  const likeness = (profile: ProfileLink) =>
    isNamedLike(profile, host) ? 2 : isCalled(profile, called) ? 1 : 0;
  const team = left.filter(
    (profile) => likeness(profile) === 0 && isOneOfTeam(profile, [...left, ...others]),
  );
  const sorted = left
    .filter((profile, index) => {
      if (likeness(profile) > 0) return true;
      // A profile that follows a team member's belongs to the same person.
      const previous = left[index - 1];
      return !team.includes(profile) && (previous === undefined || !team.includes(previous));
    })
    .toSorted((one, other) => likeness(other) - likeness(one));
  return keepFirstOfEachNetwork(sorted);
}

const SHORTEST_CALLED = 6;

/** The names that the page gives itself, in letters. */
function getCalled({ siteName, title }: PageReading): string[] {
  const [first = ""] = splitTitle(title, "");
  return [siteName, first]
    .filter((name) => !isTradeOnly(name))
    .map(toLetters)
    .filter((name) => name.length >= SHORTEST_CALLED);
}

function isCalled(profile: ProfileLink, called: readonly string[]): boolean {
  const handle = getHandle(profile);
  return (
    handle.length >= SHORTEST_CALLED &&
    called.some((name) => handle.includes(name) || name.includes(handle))
  );
}

function isOneOfTeam({ network }: ProfileLink, profiles: readonly ProfileLink[]): boolean {
  const handles = profiles.flatMap((other) => (other.network === network ? getHandle(other) : []));
  return new Set(handles).size >= TEAM;
}

/** A menu's "Depoimentos" and "Clientes" announce sections of the page, not others' profiles. */
function removeMenu(before: string, links: readonly { href: string; text: string }[]): string {
  let rest = before;
  for (const { href, text } of links) {
    if (text.length > 2 && !/^(?:[a-z]+:|\/\/)/i.test(href)) rest = rest.replace(text, " ");
  }
  return rest;
}

/** "padariacentralcampinas" and "central.padaria" for padariacentral.com.br; half of the host's letters in one piece. */
function isNamedLike(profile: ProfileLink, host: string): boolean {
  const handle = getHandle(profile);
  if (host.length < 3 || handle.length < 3) return false;
  if (handle.includes(host) || host.includes(handle)) return true;
  const piece = Math.max(4, Math.ceil(host.length / 2));
  for (let at = 0; at + piece <= host.length; at += 1) {
    if (handle.includes(host.slice(at, at + piece))) return true;
  }
  return false;
}

/** What it is called: of "pages/Padaria-Central/123" its name, of other paths their end. */
function getHandle({ url }: ProfileLink): string {
  const parts = pathOf(new URL(url)).split("/").filter(Boolean);
  const isNumbered = parts.length > 2 && /^\d+$/.test(parts.at(-1) ?? "");
  return toLetters(parts.at(isNumbered ? -2 : -1) ?? "");
}

function toLetters(text: string): string {
  return foldText(text.slice(0, 200)).replace(/[^a-z0-9]/g, "");
}

export function keepFirstOfEachNetwork(profiles: readonly ProfileLink[]): ProfileLink[] {
  const first = new Map<string, ProfileLink>();
  for (const profile of profiles) {
    if (!first.has(profile.network)) first.set(profile.network, profile);
  }
  return [...first.values()];
}

/** Typed by hand: "www.instagram.com/padaria", which a browser would take for a page of the site. */
function completeScheme(href: string): string {
  const written = href.trim();
  return /^(?:www\.|m\.|pt-br\.)?(?:instagram|facebook|linkedin|youtube|tiktok|twitter|fb)\.com\//i.test(
    written,
  )
    ? `https://${written}`
    : written;
}

/** The page that Facebook's box shows, whose address is a parameter of the frame's. */
function readPlugin(address: string): string | null {
  if (!/facebook\.com\/plugins\/(?:page|likebox|like_box|fan|timeline)/i.test(address)) return null;
  const url = URL.canParse(address, "https://facebook.com")
    ? new URL(address, "https://facebook.com")
    : null;
  return url?.searchParams.get("href") ?? null;
}

function readProfile(href: string, base: string): ProfileLink | null {
  if (!/instagram|facebook|linkedin|youtube|tiktok|twitter|x\.com|fb\.com/i.test(href)) return null;
  const url = URL.canParse(href, base) ? new URL(href, base) : null;
  const network = url && /^https?:$/.test(url.protocol) && NETWORKS[getDomain(url.hostname) ?? ""];
  if (!network) return null;
  url.pathname = url.pathname.replace(TAIL, "/").replace(/^\/{2,9}/, "/");
  const isNobody = NOBODY.test(url.pathname) && !NUMBERED.test(url.pathname);
  if (isNobody || !network.profile.test(pathOf(url))) return null;
  // profile.php identifies the page in its query; other queries are only tracking.
  const id = url.searchParams.get("id");
  const isNumbered = url.pathname === "/profile.php";
  if (isNumbered && !/^\d{4,20}$/.test(id ?? "")) return null;
  return {
    network: network.name,
    url: `https://${url.hostname}${url.pathname}${isNumbered ? `?id=${id}` : ""}`,
  };
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
