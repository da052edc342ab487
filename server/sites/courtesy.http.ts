import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { siteOf } from "@/lib/domain/extraction/page-links";

const MAX_SITES = 2_000;

interface Turnstile {
  queue: PQueue;
  /** When the last request to the site ended, on the monotonic clock. */
  endedAtMs: number;
}

/**
 * Serialises requests per registrable domain, with a pause between them. Local to this process: the site lease keeps
 * other workers away.
 */
export class Courtesy {
  readonly #turnstiles = new Map<string, Turnstile>();

  async take<T>(
    url: URL,
    { pauseMs, signal }: { pauseMs: number; signal: AbortSignal },
    ask: () => Promise<T>,
  ): Promise<T> {
    const turnstile = this.#turnstileOf(siteOf(url.href));
    return turnstile.queue.add(
      async () => {
        const waitMs = turnstile.endedAtMs + pauseMs - performance.now();
        if (waitMs > 0) await sleep(waitMs, undefined, { signal });
        try {
          return await ask();
        } finally {
          turnstile.endedAtMs = performance.now();
        }
      },
      { signal },
    );
  }

  #turnstileOf(site: string): Turnstile {
    const known = this.#turnstiles.get(site);
    if (known !== undefined) {
      // Move it to the end of the map's order, which is evicted last.
      this.#turnstiles.delete(site);
      this.#turnstiles.set(site, known);
      return known;
    }
    this.#forgetIdle();
    const turnstile = {
      queue: new PQueue({ concurrency: 1 }),
      endedAtMs: Number.NEGATIVE_INFINITY,
    };
    this.#turnstiles.set(site, turnstile);
    return turnstile;
  }

  /** Active sites are kept: there are no more of them than visits. */
  #forgetIdle() {
    for (const [site, { queue }] of this.#turnstiles) {
      if (this.#turnstiles.size < MAX_SITES) return;
      if (queue.size === 0 && queue.pending === 0) this.#turnstiles.delete(site);
    }
  }
}
