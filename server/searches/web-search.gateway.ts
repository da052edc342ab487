import type { OutsideFailure } from "@/server/outside/call-json";

export interface WebResult {
  url: string;
  title: string;
}

type WebSearchPage = { ok: true; results: WebResult[] } | OutsideFailure;

interface WebQuery {
  /** What people type: term, city and state. */
  text: string;
  /** From 1, always ten results, whatever the engine's own page is. Past the last one it is empty. */
  page: number;
  signal: AbortSignal;
}

/** A web-search engine, asked in Brazil and in Portuguese. Throws only when the signal aborts. */
export interface WebSearchGateway {
  search(query: WebQuery): Promise<WebSearchPage>;
}
