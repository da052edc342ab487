import { env } from "@/server/platform/env";
import { createBrave } from "./web-search.brave";
import type { WebSearchGateway } from "./web-search.gateway";
import { createSearxng } from "./web-search.searxng";
import { createSerper } from "./web-search.serper";

/** The configured engine: a paid one with a key before the self-hosted one; null when there is none. */
export function getWebSearch(): WebSearchGateway | null {
  if (env.SERPER_API_KEY) return createSerper(env.SERPER_URL, env.SERPER_API_KEY);
  if (env.BRAVE_API_KEY) return createBrave(env.BRAVE_URL, env.BRAVE_API_KEY);
  return env.searxngUrl ? createSearxng(env.searxngUrl) : null;
}
