import PQueue from "p-queue";
import { getSiteKey } from "@/lib/domain/companies/company-host";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { withSiteLease } from "./site-leases.service";
import type { VisitOptions } from "./site-visitor.http";
import type { SiteVisit } from "./sites.gateway";
import { visitCompanySite } from "./sites.http";
import * as repository from "./sites.repository";

/** Concurrent visits of this process, for all searches; each search adds a few, so none starves the others. */
const visits = new PQueue({ concurrency: 32 });

/** Another process does not notify when it releases a site. */
const POLL_MS = 250;

/** Sites this process visits or is acquiring, with callbacks for when it leaves them. */
const activeSites = new Map<string, (() => void)[]>();

/**
 * Visits a company's site, never twice at the same time, even from different processes. Requests within a visit are
 * spaced by the visit itself. A misbehaving site never makes it throw.
 */
export async function visitSite(url: string, options: VisitOptions): Promise<SiteVisit> {
  const site = getSiteKey(url);
  if (site === null) {
    return { ok: false, reason: "not_html", detail: "no company's own site", check: null };
  }
  for (;;) {
    // Waits outside the queue while the site is held, so that other visits can use the slot.
    const visit = await visits.add(() => tryVisit(site, url, options));
    if (visit !== null) return visit;
    await waitForSite(site, options.signal);
  }
}

/** Returns null while another visit holds the site or has just left it. */
async function tryVisit(
  site: string,
  url: string,
  options: VisitOptions,
): Promise<SiteVisit | null> {
  if (options.signal.aborted) {
    return { ok: false, reason: "unreachable", detail: "aborted", check: null };
  }
  if (activeSites.has(site)) return null;
  const waiting: (() => void)[] = [];
  activeSites.set(site, waiting);
  try {
    return await withSiteLease(site, async (lost) => {
      const signal = AbortSignal.any([options.signal, lost]);
      const visit = await visitCompanySite(url, { ...options, signal });
      // The visit was aborted because the lease was lost: retry it.
      return lost.aborted ? null : visit;
    });
  } finally {
    activeSites.delete(site);
    for (const notify of waiting) notify();
  }
}

/** Resolves when this process leaves the site or, if another process has it, after POLL_MS; also when aborted. */
function waitForSite(site: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = activeSites.get(site);
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

/** Deletes the rows of sites that no visit holds any more. */
export const deleteFreeSites = defineDuty({
  name: "delete free sites",
  everyS: 60,
  run: () => repository.deleteFreeSites(),
});
