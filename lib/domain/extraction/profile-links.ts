import { getDomain } from "tldts";
import type { PageReading } from "./page-reading";

/** A company's page on a social network: kept as data, never visited as its site. */
export interface ProfileLink {
  network: string;
  url: string;
}

interface Network {
  name: string;
  /** What a path must look like to be somebody's profile. */
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

/** Addresses of the networks themselves, as buttons to share a page lead to. */
const NOBODY =
  /^\/(?:share|sharer|sharer\.php|share\.php|intent|dialog|plugins|tr|login|explore|accounts|p|reel|reels|stories|hashtag|search|home|watch|groups|events|privacy|policies|legal|about|help)(?:\/|$)/i;

/** The company's profiles its pages link to, the first of each network. */
export function profileLinks(pages: readonly PageReading[]): ProfileLink[] {
  const found = new Map<string, string>();
  for (const page of pages) {
    for (const { href } of page.links) {
      const profile = readProfile(href, page.url);
      if (profile && !found.has(profile.network)) found.set(profile.network, profile.url);
    }
  }
  return [...found].map(([network, url]) => ({ network, url }));
}

function readProfile(href: string, base: string): ProfileLink | null {
  if (!/instagram|facebook|linkedin|youtube|tiktok|twitter|x\.com/i.test(href)) return null;
  const url = URL.canParse(href, base) ? new URL(href, base) : null;
  const network = url && /^https?:$/.test(url.protocol) && NETWORKS[getDomain(url.hostname) ?? ""];
  if (!network || NOBODY.test(url.pathname) || !network.profile.test(pathOf(url))) return null;
  // A page known by its number has it in the query; everywhere else that is how visitors are counted.
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
