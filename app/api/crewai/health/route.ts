import { suggestions } from "@/lib/contracts/messaging/suggestions";
import { getSuggestionSource } from "@/server/messaging/suggestions/model-calls.service";
import { route } from "@/server/platform/http/route";

export const GET = route(suggestions.health, () => ({
  status: "ok" as const,
  source: getSuggestionSource(),
}));
