import { getDomain, getDomainWithoutSuffix } from "tldts";
import { foldText } from "@/lib/domain/text/fold-text";
import { isCredit, type PageReading } from "./page-reading";

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
const LONE_NAME = new RegExp(`^/${NAME}/?$`, "u");
const NETWORKS: Record<string, Network> = {
  "instagram.com": { name: "Instagram", profile: LONE_NAME },
  "facebook.com": {
    name: "Facebook",
    profile: new RegExp(
      String.raw`^/(?:pg/|pages/(?:category/)?[^/]+/|people/[^/]+/)?${NAME}/?$|^/profile\.php$`,
      "u",
    ),
  },
  "linkedin.com": {
    name: "LinkedIn",
    profile: new RegExp(`^/(?:company|in|school)/${NAME}/?$`, "u"),
  },
  "youtube.com": {
    name: "YouTube",
    profile: new RegExp(`^/(?:@${NAME}|(?:channel|c|user)/${NAME})/?$`, "u"),
  },
  "tiktok.com": { name: "TikTok", profile: new RegExp(`^/@${NAME}/?$`, "u") },
  "x.com": { name: "X", profile: LONE_NAME },
  "twitter.com": { name: "X", profile: LONE_NAME },
};

/** Paths of the networks themselves, such as share buttons. */
const NOBODY =
  /^\/(?:share|sharer|sharer\.php|share\.php|intent|dialog|plugins|tr|login|explore|accounts|p|reel|reels|stories|hashtag|search|home|watch|groups|events|privacy|policies|legal|about|help)(?:\/|$)/i;

/** The same words announce links to others: customers, partners, who speaks well of the company. */
const OTHERS =
  /clientes?(?![a-z])|parceir[oa]s?(?![a-z])|portf[oó]lio|(?<![a-z])cases?(?![a-z])|depoimento|patrocin|apoio|fornecedor|revenda|marcas que/i;

/** The company's profiles linked from a page, one of each network: the first that is called like its site, or the first. */
export function findProfileLinks(page: PageReading): ProfileLink[] {
  const host = toLetters(getDomainWithoutSuffix(page.url, { allowPrivateDomains: true }) ?? "");
  const makers = new Set<string>();
  const own: ProfileLink[] = [];
  for (const { href, before, text } of page.links) {
    if (!/^(?:https?:)?\/\//i.test(href)) continue;
    const profile = readProfile(href, page.url);
    const isMakers = isCredit(`${before}${text}`) || isCredit(before);
    if (profile === null) {
      const maker = isMakers ? toLetters(getDomainWithoutSuffix(href) ?? "") : "";
      if (maker.length > 3 && maker !== host) makers.add(maker);
    } else if (!isMakers && (isNamedLike(profile, host) || !OTHERS.test(before))) own.push(profile);
  }
  if (own.length === 0) return [];
  const left = own.filter((profile) => {
    const name = getHandle(profile);
    return isNamedLike(profile, host) || ![...makers].some((maker) => name.includes(maker));
  });
  return keepFirstOfEachNetwork(
    left.toSorted(
      (one, other) => Number(isNamedLike(other, host)) - Number(isNamedLike(one, host)),
    ),
  );
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

function getHandle({ url }: ProfileLink): string {
  return toLetters(pathOf(new URL(url)).split("/").filter(Boolean).at(-1) ?? "");
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

function readProfile(href: string, base: string): ProfileLink | null {
  if (!/instagram|facebook|linkedin|youtube|tiktok|twitter|x\.com/i.test(href)) return null;
  const url = URL.canParse(href, base) ? new URL(href, base) : null;
  const network = url && /^https?:$/.test(url.protocol) && NETWORKS[getDomain(url.hostname) ?? ""];
  if (!network || NOBODY.test(url.pathname) || !network.profile.test(pathOf(url))) return null;
  // profile.php identifies the page in its query; other queries are only tracking.
  const query = url.pathname === "/profile.php" ? `?id=${url.searchParams.get("id")}` : "";
  return { network: network.name, url: `https://${url.hostname}${url.pathname}${query}` };
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
