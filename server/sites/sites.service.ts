import PQueue from "p-queue";
import { siteKey } from "@/lib/domain/companies/company-host";
import { holding } from "./held-sites.service";
import type { SiteVisit } from "./sites.gateway";
import { visitCompanySite } from "./sites.http";
import * as repository from "./sites.repository";

/** Visits of this process at a time, whoever's searches they are for; each search brings a few, so none crowds out the rest. */
const visits = new PQueue({ concurrency: 32 });

/** Another process does not tell when it leaves a site. */
const POLL_MS = 250;

/** Sites this process visits or asks for, with those who want to know when it leaves them. */
const ours = new Map<string, (() => void)[]>();

interface VisitOptions {
  signal: AbortSignal;
  fallbackName: string;
}

/**
 * Visits a company's site, one visit at a time: within a visit requests keep their distance, and this keeps two visits
 * apart, whichever process they run in. Never throws for what a site does.
 */
export async function visitSite(url: string, options: VisitOptions): Promise<SiteVisit> {
  const site = siteKey(url);
  if (site === null) return { ok: false, reason: "not_html", detail: "no company's own site" };
  for (;;) {
    // Who finds the site held waits outside the queue: others take the turn meanwhile.
    const visit = await visits.add(() => visitIfFree(site, url, options));
    if (visit !== null) return visit;
    await untilWorthAnotherTry(site, options.signal);
  }
}

/** Null while another visit holds the site or has just left it. */
async function visitIfFree(
  site: string,
  url: string,
  options: VisitOptions,
): Promise<SiteVisit | null> {
  if (options.signal.aborted) return { ok: false, reason: "unreachable", detail: "aborted" };
  if (ours.has(site)) return null;
  const waiting: (() => void)[] = [];
  ours.set(site, waiting);
  try {
    return await holding(site, async (lost) => {
      const signal = AbortSignal.any([options.signal, lost]);
      const visit = await visitCompanySite(url, { ...options, signal });
      // Cut short because it was no longer ours to visit: it gets another turn.
      return lost.aborted ? null : visit;
    });
  } finally {
    ours.delete(site);
    for (const tryAgain of waiting) tryAgain();
  }
}

/** Until this process leaves the site, or, when it is another's, for a moment. Aborting ends it too. */
function untilWorthAnotherTry(site: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = ours.get(site);
    const timer = waiting ? undefined : setTimeout(done, POLL_MS);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    waiting?.push(done);
    if (signal.aborted) done();
    else signal.addEventListener("abort", done, { once: true });
  });
}

/** Sites nobody visits any more leave no row behind. */
export function forgetFreeSites(): Promise<void> {
  return repository.dropFreeSites();
}
