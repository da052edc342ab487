import type { OutsideFailure } from "@/server/platform/outside/call-json";

export interface WebResult {
  url: string;
  title: string;
}

type WebSearchPage = { ok: true; results: WebResult[] } | OutsideFailure;

interface WebQuery {
  /** The query text: term, city and state. */
  text: string;
  /** From 1. Each page has ten results, independent of the engine's own page size, and is empty past the last page. */
  page: number;
  signal: AbortSignal;
}

/** A web search engine, queried for Brazil in Portuguese. Throws only when the signal aborts. */
export interface WebSearchGateway {
  search(query: WebQuery): Promise<WebSearchPage>;
}
