import { randomUUID } from "node:crypto";
import { Batcher } from "@/lib/batcher";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import * as repository from "./sites.repository";

/** A worker that died during a visit blocks the site at most this long. */
const LEASE_S = 15;
const RENEW_MS = 5_000;

/** Identifies this process as the holder of leases. */
const HOLDER = randomUUID();

interface SiteLease {
  /** Until when the lease certainly lasts, on this process's monotonic clock. */
  untilMs: number;
  lost: AbortController;
}

const leases = new Map<string, SiteLease>();
let renewal: NodeJS.Timeout | undefined;

// Requests that arrive while a statement runs are batched into the next one.
const STATEMENT = { size: 100, lingerMs: 0 };
const acquisitions = new Batcher<string, AbortSignal | null>(async (sites) => {
  const askedAt = performance.now();
  const acquired = new Set(await repository.acquireSites(HOLDER, sites, LEASE_S));
  return sites.map((site) => (acquired.has(site) ? startLease(site, askedAt) : null));
}, STATEMENT);
const releases = new Batcher<string, void>(async (sites) => {
  await repository.releaseSites(HOLDER, sites, env.CRAWLER_DELAY_MS);
  return [];
}, STATEMENT);

/**
 * Runs `work` under a lease of the site, which excludes every other process; returns null when another visit holds
 * the site or has just left it. The signal passed to `work` aborts when the lease is lost: the database was
 * unreachable, or this process was suspended, for longer than the lease.
 */
export async function withSiteLease<T>(
  site: string,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const lost = await acquisitions.add(site);
  if (lost === null) return null;
  try {
    return await work(lost);
  } finally {
    stopLease(site);
    await releases.add(site);
  }
}

function startLease(site: string, askedAt: number): AbortSignal {
  const lost = new AbortController();
  leases.set(site, { untilMs: askedAt + LEASE_S * 1000, lost });
  renewal ??= setInterval(() => void renewLeases(), RENEW_MS);
  return lost.signal;
}

function stopLease(site: string) {
  leases.delete(site);
  if (leases.size > 0) return;
  clearInterval(renewal);
  renewal = undefined;
}

/** Renews all of this process's leases in one statement. */
async function renewLeases() {
  const asked = [...leases];
  const askedAt = performance.now();
  // Abort a visit whose lease may expire before the next renewal, while it is certainly still valid.
  for (const [, { untilMs, lost }] of asked) if (askedAt + RENEW_MS >= untilMs) lost.abort();
  const open = asked.filter(([, { lost }]) => !lost.signal.aborted);
  if (open.length === 0) return;
  try {
    const sites = open.map(([site]) => site);
    const renewed = new Set(await repository.renewSites(HOLDER, sites, LEASE_S));
    for (const [site, lease] of open) {
      if (renewed.has(site)) lease.untilMs = askedAt + LEASE_S * 1000;
      else lease.lost.abort();
    }
  } catch (error) {
    logger.warn({ sites: open.length, err: error }, "held sites not renewed");
  }
}
