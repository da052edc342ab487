import { randomUUID } from "node:crypto";
import { Grouped } from "@/lib/grouped";
import { env } from "@/server/env";
import { logger } from "@/server/logger";
import * as repository from "./sites.repository";

/** A worker that died during a visit blocks the site at most this long. */
const HELD_S = 15;
const RENEW_MS = 5_000;

/** Identifies this process as the holder of leases. */
const HOLDER = randomUUID();

interface Hold {
  /** Until when the lease certainly lasts, on this process's monotonic clock. */
  untilMs: number;
  lost: AbortController;
}

const holds = new Map<string, Hold>();
let renewal: NodeJS.Timeout | undefined;

// Requests that arrive while a statement runs are batched into the next one.
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
 * Runs `work` under a lease of the site, which excludes every other process; returns null when another visit holds
 * the site or has just left it. The signal passed to `work` aborts when the lease is lost: the database was
 * unreachable, or this process was suspended, for longer than the lease.
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

/** Renews all of this process's leases in one statement. */
async function renew() {
  const asked = [...holds];
  const askedAt = performance.now();
  // Abort a visit whose lease may expire before the next renewal, while it certainly still holds.
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
