import { z } from "zod";
import { RESULTS_PER_PAGE } from "@/lib/domain/searches/search";
import { callJson, readEntries, unavailable } from "@/server/platform/outside/call-json";
import type { WebSearchGateway } from "./web-search.gateway";

const TIMEOUT_MS = 20_000;

const Answer = z.object({
  // Missing when nothing was found.
  web: z.object({ results: z.array(z.unknown()).nullish() }).nullish(),
});
const Result = z.object({ url: z.string(), title: z.string().catch("") });

/**
 * Brave Search: `GET /res/v1/web/search` with the key in X-Subscription-Token. `offset` counts pages of `count`, 0 to
 * 9; with ten results each these are exactly our ten pages.
 */
export function createBrave(baseUrl: string, apiKey: string): WebSearchGateway {
  return {
    async search({ text, page, signal }) {
      const url = new URL(`${baseUrl.replace(/\/$/, "")}/res/v1/web/search`);
      url.search = String(
        new URLSearchParams({
          q: text,
          count: String(RESULTS_PER_PAGE),
          offset: String(page - 1),
          country: "BR",
          search_lang: "pt-br",
          ui_lang: "pt-BR",
          result_filter: "web",
        }),
      );
      const call = await callJson(url, {
        headers: { "x-subscription-token": apiKey },
        signal,
        timeoutMs: TIMEOUT_MS,
      });
      if (!call.ok) return call;
      const answer = Answer.safeParse(call.body);
      const results = answer.success ? readEntries(Result, answer.data.web?.results ?? []) : null;
      if (results === null) return unavailable("the answer is not Brave's JSON");
      return { ok: true, results: results.slice(0, RESULTS_PER_PAGE) };
    },
  };
}
