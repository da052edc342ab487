import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { getSite } from "@/server/discovery/extraction/page-links.rule";

const MAX_SITES = 2_000;

interface SiteQueue {
  queue: PQueue;
  /** When the last request to the site ended, on the monotonic clock. */
  endedAtMs: number;
}

/**
 * Serialises requests per registrable domain, with a pause between them. Local to this process: the site lease keeps
 * other workers away.
 */
export class SiteThrottle {
  readonly #queues = new Map<string, SiteQueue>();

  async run<T>(
    url: URL,
    { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
    request: () => Promise<T>,
  ): Promise<T> {
    const siteQueue = this.#getQueue(getSite(url.href));
    return siteQueue.queue.add(
      async () => {
        const waitMs = siteQueue.endedAtMs + pauseMs - performance.now();
        if (waitMs > 0) await sleep(waitMs, undefined, { signal });
        try {
          return await request();
        } finally {
          siteQueue.endedAtMs = performance.now();
        }
      },
      { signal },
    );
  }

  #getQueue(site: string): SiteQueue {
    const known = this.#queues.get(site);
    if (known !== undefined) {
      // Move it to the end of the map's order, which is evicted last.
      this.#queues.delete(site);
      this.#queues.set(site, known);
      return known;
    }
    this.#evictIdle();
    const siteQueue = {
      queue: new PQueue({ concurrency: 1 }),
      endedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#queues.set(site, siteQueue);
    return siteQueue;
  }

  /** Active sites are kept: there are no more of them than visits. */
  #evictIdle() {
    for (const [site, { queue }] of this.#queues) {
      if (this.#queues.size < MAX_SITES) return;
      if (queue.size === 0 && queue.pending === 0) this.#queues.delete(site);
    }
  }
}
