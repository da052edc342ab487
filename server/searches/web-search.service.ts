import { env } from "@/server/env";
import { brave } from "./web-search.brave";
import type { WebSearchGateway } from "./web-search.gateway";
import { searxng } from "./web-search.searxng";
import { serper } from "./web-search.serper";

/** The configured engine: a paid one with a key before the self-hosted one; null when there is none. */
export function webSearch(): WebSearchGateway | null {
  if (env.SERPER_API_KEY) return serper(env.SERPER_URL, env.SERPER_API_KEY);
  if (env.BRAVE_API_KEY) return brave(env.BRAVE_URL, env.BRAVE_API_KEY);
  return env.searxngUrl ? searxng(env.searxngUrl) : null;
}
