import { randomUUID } from "node:crypto";
import { Grouped } from "@/lib/grouped";
import { env } from "@/server/env";
import { logger } from "@/server/logger";
import * as repository from "./sites.repository";

/** A worker that died mid-visit blocks the site no longer than this. */
const HELD_S = 15;
const RENEW_MS = 5_000;

/** Names this process where sites are held. */
const HOLDER = randomUUID();

interface Hold {
  /** Until when the database surely says so, on this process's monotonic clock. */
  untilMs: number;
  lost: AbortController;
}

const holds = new Map<string, Hold>();
let renewal: NodeJS.Timeout | undefined;

// Sites are held and let go one statement for all that come up while the one before runs.
const STATEMENT = { size: 100, lingerMs: 0 };
const takings = new Grouped<string, AbortSignal | null>(async (sites) => {
  const askedAt = performance.now();
  const taken = new Set(await repository.holdSites(HOLDER, sites, HELD_S));
  return sites.map((site) => (taken.has(site) ? begin(site, askedAt) : null));
}, STATEMENT);
const releases = new Grouped<string, void>(async (sites) => {
  await repository.releaseSites(HOLDER, sites, env.CRAWLER_DELAY_MS);
  return [];
}, STATEMENT);

/**
 * Holds a site while `work` lasts, against every process; null when another visit holds it or has just left it. The
 * signal `work` gets aborts when the hold is lost: the database was away, or this process slept, for longer than it lasts.
 */
export async function holding<T>(
  site: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const lost = await takings.add(site);
  if (lost === null) return null;
  try {
    return await work(lost);
  } finally {
    end(site);
    await releases.add(site);
  }
}

function begin(site: string, askedAt: number): AbortSignal {
  const lost = new AbortController();
  holds.set(site, { untilMs: askedAt + HELD_S * 1000, lost });
  renewal ??= setInterval(() => void renew(), RENEW_MS);
  return lost.signal;
}

function end(site: string) {
  holds.delete(site);
  if (holds.size > 0) return;
  clearInterval(renewal);
  renewal = undefined;
}

/** One statement for all of this process's sites. */
async function renew() {
  const asked = [...holds];
  const askedAt = performance.now();
  // What runs out before the next look may be another's by then: its visit ends while it surely is ours.
  for (const [, { untilMs, lost }] of asked) if (askedAt + RENEW_MS >= untilMs) lost.abort();
  const open = asked.filter(([, { lost }]) => !lost.signal.aborted);
  if (open.length === 0) return;
  try {
    const sites = open.map(([site]) => site);
    const kept = new Set(await repository.keepSites(HOLDER, sites, HELD_S));
    for (const [site, hold] of open) {
      if (kept.has(site)) hold.untilMs = askedAt + HELD_S * 1000;
      else hold.lost.abort();
    }
  } catch (error) {
    logger.warn({ sites: open.length, err: error }, "held sites not renewed");
  }
}
