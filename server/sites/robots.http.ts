import { LRUCache } from "lru-cache";
import robotsParser from "robots-parser";
import { type FetchOptions, fetchUrl, ROBOT_NAME, TooManyRedirects } from "./request.http";

const MAX_BYTES = 512_000;
const MAX_LINE_LENGTH = 2_000;
const MAX_ORIGINS = 2_000;
const KEEP_MS = 24 * 3_600_000;
/** A site that was down may be back soon. */
const KEEP_FAILURE_MS = 10 * 60_000;
const MAX_CRAWL_DELAY_MS = 10_000;

export interface RobotsRules {
  allows(url: URL): boolean;
  crawlDelayMs: number;
  /** Why robots.txt could not be read; RFC 9309 then allows nothing. */
  failure: Error | null;
}

type RobotsOptions = Pick<FetchOptions, "dispatcher" | "throttle" | "signal"> & { pauseMs: number };

/** Caches robots.txt of recent origins (RFC 9309): 4xx allows everything; 5xx and no answer allow nothing. */
export class Robots {
  readonly #rules = new LRUCache<string, RobotsRules>({ max: MAX_ORIGINS });

  async findRules(url: URL, options: RobotsOptions): Promise<RobotsRules> {
    const known = this.#rules.get(url.origin);
    if (known !== undefined) return known;
    const rules = await fetchRules(url.origin, options);
    options.signal.throwIfAborted();
    this.#rules.set(url.origin, rules, { ttl: rules.failure === null ? KEEP_MS : KEEP_FAILURE_MS });
    return rules;
  }
}

async function fetchRules(origin: string, options: RobotsOptions): Promise<RobotsRules> {
  try {
    const { status, body } = await fetchUrl(`${origin}/robots.txt`, {
      ...options,
      maxBytes: MAX_BYTES,
      accept: "text/plain,*/*;q=0.5",
      checkAddress: () => options.pauseMs,
      wantsBody: (code) => code >= 200 && code < 300,
    });
    if (status >= 500) return refuseAll(new Error(`robots.txt answers ${status}`));
    return body === null ? ALLOW_ALL : parseRules(origin, new TextDecoder().decode(body));
  } catch (error) {
    if (error instanceof TooManyRedirects) return ALLOW_ALL;
    return refuseAll(error instanceof Error ? error : new Error(String(error)));
  }
}

const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0, failure: null };

function refuseAll(failure: Error): RobotsRules {
  return { allows: () => false, crawlDelayMs: 0, failure };
}

function parseRules(origin: string, text: string): RobotsRules {
  // Matching costs pattern length times path length; real lines are short.
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE_LENGTH);
  const robots = robotsParser(`${origin}/robots.txt`, lines.join("\n"));
  const delayS = robots.getCrawlDelay(ROBOT_NAME) ?? 0;
  return {
    allows: ({ href }) => robots.isAllowed(href, ROBOT_NAME) !== false,
    crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, delayS * 1000 || 0)),
    failure: null,
  };
}
