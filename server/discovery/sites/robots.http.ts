import { LRUCache } from "lru-cache";
import {
  type AgentRules,
  isAllowed,
  measureRules,
} from "@/server/discovery/extraction/robots-rules.rule";
import { runInThread, toOwnBuffer } from "@/server/platform/threads/thread-pool";
import type readRobots from "./read-robots.thread";
import { type FetchOptions, fetchUrl, ROBOT_NAME, TooManyRedirects } from "./request.http";

const MAX_BYTES = 512_000;
const MAX_READING_MS = 5_000;
const MAX_ORIGINS = 2_000;
/** Limit for all cached rules together, in characters. */
const MAX_CACHED = 20_000_000;
const KEEP_MS = 24 * 3_600_000;
/** A site that was down may be back soon. */
const KEEP_FAILURE_MS = 10 * 60_000;
const MAX_CRAWL_DELAY_MS = 10_000;

export interface RobotsRules {
  allows(url: URL): boolean;
  crawlDelayMs: number;
  /** Approximate length in memory, in characters. */
  size: number;
  /** Why robots.txt could not be read; RFC 9309 then allows nothing. */
  failure: Error | null;
}

type RobotsOptions = Pick<FetchOptions, "dispatcher" | "throttle" | "signal"> & { pauseMs: number };

/** Caches robots.txt of recent origins (RFC 9309): 4xx allows everything; 5xx and no answer allow nothing. */
export class Robots {
  readonly #rules = new LRUCache<string, RobotsRules>({
    max: MAX_ORIGINS,
    maxSize: MAX_CACHED,
    sizeCalculation: ({ size }) => size,
  });

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
    return body === null ? ALLOW_ALL : await readRules(body);
  } catch (error) {
    if (error instanceof TooManyRedirects) return ALLOW_ALL;
    return refuseAll(error instanceof Error ? error : new Error(String(error)));
  }
}

const ALLOW_ALL: RobotsRules = { allows: () => true, crawlDelayMs: 0, size: 1, failure: null };

function refuseAll(failure: Error): RobotsRules {
  return { allows: () => false, crawlDelayMs: 0, size: 1, failure };
}

async function readRules(body: Buffer): Promise<RobotsRules> {
  const bytes = toOwnBuffer(body);
  const rules: AgentRules = await runInThread<typeof readRobots>(
    "server/discovery/sites/read-robots.thread.ts",
    { bytes, agent: ROBOT_NAME },
    { deadlineMs: MAX_READING_MS, transfer: [bytes] },
  );
  return {
    allows: (url) => isAllowed(rules, url),
    crawlDelayMs: Math.min(MAX_CRAWL_DELAY_MS, Math.max(0, rules.crawlDelayS * 1000)),
    size: measureRules(rules),
    failure: null,
  };
}
