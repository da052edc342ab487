import { z } from "zod";
import { RESULTS_PER_PAGE } from "@/lib/domain/searches/search";
import { callJson, readEntries, unavailable } from "@/server/platform/outside/call-json";
import type { WebSearchGateway } from "./web-search.gateway";

const TIMEOUT_MS = 20_000;

const Answer = z.object({
  // Missing when Google found nothing.
  organic: z.array(z.unknown()).nullish(),
});
const Organic = z.object({ link: z.string(), title: z.string().catch("") });

/** Google's results through serper.dev: `POST /search` with the key in X-API-KEY, ten organic results a page. */
export function createSerper(baseUrl: string, apiKey: string): WebSearchGateway {
  return {
    async search({ text, page, signal }) {
      const call = await callJson(new URL(`${baseUrl.replace(/\/$/, "")}/search`), {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({
          q: text,
          gl: "br",
          hl: "pt-br",
          location: "Brazil",
          num: RESULTS_PER_PAGE,
          page,
        }),
        signal,
        timeoutMs: TIMEOUT_MS,
      });
      if (!call.ok) return call;
      const answer = Answer.safeParse(call.body);
      const organic = answer.success ? readEntries(Organic, answer.data.organic ?? []) : null;
      if (organic === null) return unavailable("the answer is not Serper's JSON");
      const results = organic.map(({ link, title }) => ({ url: link, title }));
      return { ok: true, results: results.slice(0, RESULTS_PER_PAGE) };
    },
  };
}
