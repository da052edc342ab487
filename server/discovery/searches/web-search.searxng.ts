import { z } from "zod";
import { RESULTS_PER_PAGE } from "@/lib/domain/searches/search";
import { callJson, readEntries, unavailable } from "@/server/platform/outside/call-json";
import type { WebResult, WebSearchGateway } from "./web-search.gateway";

const TIMEOUT_MS = 15_000;
/** Engine pages read for one of ours: some engines return three results a page. */
const MAX_ENGINE_PAGES = 5;

const Answer = z.object({
  results: z.array(z.unknown()),
  /** Names and errors of the engines that did not respond. */
  unresponsive_engines: z.array(z.unknown()).catch([]),
});
const Result = z.object({ url: z.string(), title: z.string().catch("") });

/**
 * SearXNG's JSON API (docs.searxng.org/dev/search_api). Its page size is fixed, each page is ranked on its own and
 * results repeat: collect distinct links from the first page on and cut them into tens, so that our pages are
 * disjoint. An instance without JSON enabled answers 403.
 */
export function createSearxng(baseUrl: string): WebSearchGateway {
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
        // Blocked engines look like a search without results.
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
