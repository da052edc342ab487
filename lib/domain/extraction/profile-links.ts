import { getDomain } from "tldts";
import type { PageReading } from "./page-reading";

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

/** The company's profiles linked from a page, the first of each network. */
export function findProfileLinks(page: PageReading): ProfileLink[] {
  return keepFirstOfEachNetwork(
    page.links.flatMap(({ href }) => readProfile(href, page.url) ?? []),
  );
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
