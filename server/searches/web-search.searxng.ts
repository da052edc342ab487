import { z } from "zod";
import { RESULTS_PER_PAGE } from "@/lib/domain/search";
import type { WebSearchGateway, WebSearchPage } from "./web-search.gateway";

const TIMEOUT_MS = 15_000;
/** Bound on the engine's own pages read for one of ours: some engines answer three results a page. */
const MAX_ENGINE_PAGES = 5;

const Answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().catch("") })),
});

/** SearXNG's JSON API (docs.searxng.org/dev/search_api): no control over the page's size, so pages are cut again to ten. */
export function searxng(baseUrl: string): WebSearchGateway {
  async function fetchEnginePage(text: string, pageno: number, signal: AbortSignal) {
    const url = new URL(`${baseUrl.replace(/\/$/, "")}/search`);
    url.search = String(
      new URLSearchParams({ q: text, format: "json", language: "pt-BR", pageno: String(pageno) }),
    );
    return fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
  }

  return {
    async search({ text, page, signal }): Promise<WebSearchPage> {
      const wanted = page * RESULTS_PER_PAGE;
      const found = new Map<string, { url: string; title: string }>();
      // SearXNG ranks afresh per page and repeats itself: counting distinct links from its first page on keeps ours disjoint.
      for (let pageno = 1; pageno <= page * MAX_ENGINE_PAGES && found.size < wanted; pageno += 1) {
        let response: Response;
        try {
          response = await fetchEnginePage(text, pageno, signal);
        } catch (error) {
          if (signal.aborted) throw error;
          return unavailable(`${error} ${error instanceof Error ? (error.cause ?? "") : ""}`);
        }
        if (!response.ok) return failure(response);
        const answer = Answer.safeParse(await response.json().catch(() => null));
        if (!answer.success) return unavailable("the answer is not SearXNG's JSON");
        const before = found.size;
        for (const result of answer.data.results) {
          if (!found.has(result.url)) found.set(result.url, result);
        }
        if (found.size === before) break;
      }
      return { ok: true, results: [...found.values()].slice(wanted - RESULTS_PER_PAGE, wanted) };
    },
  };
}

function failure(response: Response): WebSearchPage {
  const seconds = Number(response.headers.get("retry-after"));
  const retryAfterMs = seconds > 0 ? seconds * 1000 : null;
  const detail = `HTTP ${response.status}`;
  if (response.status === 429) return { ok: false, reason: "rate_limited", retryAfterMs, detail };
  // 401 and 403: JSON is not enabled there, or a key is missing. Trying again changes nothing.
  const reason = response.status < 500 ? "refused" : "unavailable";
  return { ok: false, reason, retryAfterMs, detail };
}

function unavailable(detail: string): WebSearchPage {
  return { ok: false, reason: "unavailable", retryAfterMs: null, detail };
}
