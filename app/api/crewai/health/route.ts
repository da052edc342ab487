import { suggestions } from "@/lib/contracts/suggestions";
import { route } from "@/server/http/route";
import { suggestionSource } from "@/server/suggestions/model-calls.service";

export const GET = route(suggestions.health, () => ({
  status: "ok" as const,
  source: suggestionSource,
}));
