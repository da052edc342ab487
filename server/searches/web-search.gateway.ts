import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { searxng } from "./web-search.searxng";

interface WebResult {
  url: string;
  title: string;
}

export type WebSearchPage =
  | { ok: true; results: WebResult[] }
  /** 'refused' is for good (key, plan); the others may pass. */
  | {
      ok: false;
      reason: "rate_limited" | "unavailable" | "refused";
      retryAfterMs: number | null;
      /** For the log: what the engine answered, or why it did not. */
      detail: string;
    };

/** A web-search engine. `page` counts from 1 and is always ten results, whatever the engine's own page is. */
export interface WebSearchGateway {
  search(query: { text: string; page: number; signal: AbortSignal }): Promise<WebSearchPage>;
}

/** The engine this installation is configured for. @throws AppError unavailable when none is */
export function webSearch(): WebSearchGateway {
  if (!env.searxngUrl) throw new AppError("unavailable", "Nenhum serviço de busca configurado.");
  return searxng(env.searxngUrl);
}
