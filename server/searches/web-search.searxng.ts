import { z } from "zod";
import { RESULTS_PER_PAGE } from "@/lib/domain/searches/search";
import { callJson, readEntries, unavailable } from "@/server/outside/call-json";
import type { WebResult, WebSearchGateway } from "./web-search.gateway";

const TIMEOUT_MS = 15_000;
/** Bound on the engine's own pages read for one of ours: some engines answer three results a page. */
const MAX_ENGINE_PAGES = 5;

const Answer = z.object({
  results: z.array(z.unknown()),
  /** Names and complaints of the engines that gave it nothing. */
  unresponsive_engines: z.array(z.unknown()).catch([]),
});
const Result = z.object({ url: z.string(), title: z.string().catch("") });

/**
 * SearXNG's JSON API (docs.searxng.org/dev/search_api). It gives no control over the page's size, ranks afresh per page
 * and repeats itself: distinct links are counted from its first page on and cut again to ten, so that our pages are
 * disjoint. An instance that does not allow JSON answers 403.
 */
export function searxng(baseUrl: string): WebSearchGateway {
  return {
    async search({ text, page, signal }) {
      const wanted = page * RESULTS_PER_PAGE;
      const found = new Map<string, WebResult>();
      for (let pageno = 1; pageno <= page * MAX_ENGINE_PAGES && found.size < wanted; pageno += 1) {
        const url = new URL(`${baseUrl.replace(/\/$/, "")}/search`);
        url.search = String(
          new URLSearchParams({ q: text, format: "json", language: "pt-BR", pageno: `${pageno}` }),
        );
        const call = await callJson(url, { signal, timeoutMs: TIMEOUT_MS });
        if (!call.ok) return call;
        const answer = Answer.safeParse(call.body);
        const results = answer.success ? readEntries(Result, answer.data.results) : null;
        if (!answer.success || results === null) {
          return unavailable("the answer is not SearXNG's JSON");
        }
        const { unresponsive_engines: silent } = answer.data;
        // Engines that shut it out look like a search that finds nothing.
        if (pageno === 1 && results.length === 0 && silent.length > 0) {
          return unavailable(`no engine answered: ${JSON.stringify(silent)}`);
        }
        const before = found.size;
        for (const result of results) {
          if (!found.has(result.url)) found.set(result.url, result);
        }
        if (found.size === before) break;
      }
      return { ok: true, results: [...found.values()].slice(wanted - RESULTS_PER_PAGE, wanted) };
    },
  };
}
