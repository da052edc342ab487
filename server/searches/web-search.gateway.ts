import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import type { OutsideFailure } from "@/server/outside/call-json";
import { brave } from "./web-search.brave";
import { searxng } from "./web-search.searxng";
import { serper } from "./web-search.serper";

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

/** The engine this installation is configured for: one with a key before the self-hosted one. @throws AppError unavailable when none is */
export function webSearch(): WebSearchGateway {
  if (env.SERPER_API_KEY) return serper(env.SERPER_URL, env.SERPER_API_KEY);
  if (env.BRAVE_API_KEY) return brave(env.BRAVE_URL, env.BRAVE_API_KEY);
  if (env.searxngUrl) return searxng(env.searxngUrl);
  throw new AppError("unavailable", "Nenhum serviço de busca configurado.");
}
