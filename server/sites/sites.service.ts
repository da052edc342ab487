import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { siteKey } from "@/lib/domain/company-host";
import { env } from "@/server/env";
import type { SiteVisit } from "./sites.gateway";
import { visitCompanySite } from "./sites.http";
import * as repository from "./sites.repository";

/** Visits of this process at a time, whoever's searches they are for; each search brings a few, so none crowds out the rest. */
const visits = new PQueue({ concurrency: 32 });

/** Longer than any visit lasts: a worker that died mid-visit blocks the site no longer than this. */
const HELD_S = 60;
const POLL_MS = 250;

/**
 * Visits a company's site, one worker at a time: within a visit requests keep their distance, and this keeps two visits
 * apart, whichever process they run in. Never throws for what a site does.
 */
export async function visitSite(
  url: string,
  options: { signal: AbortSignal; fallbackName: string },
): Promise<SiteVisit> {
  const site = siteKey(url);
  if (site === null) return { ok: false, reason: "not_html", detail: "no company's own site" };
  return visits.add(async () => {
    while (!(await repository.holdSite(site, HELD_S))) {
      if (options.signal.aborted) return { ok: false, reason: "unreachable", detail: "aborted" };
      await sleep(POLL_MS);
    }
    try {
      return await visitCompanySite(url, options);
    } finally {
      await repository.releaseSite(site, env.CRAWLER_DELAY_MS);
    }
  });
}

/** Sites nobody visits any more leave no row behind. */
export function forgetFreeSites(): Promise<void> {
  return repository.dropFreeSites();
}
