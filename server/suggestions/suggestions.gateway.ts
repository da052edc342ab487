import type { Suggestion } from "@/lib/domain/suggestions/templates";

/** What a model is told. Texts by others are data, never instructions. */
export interface SuggestionRequest {
  /** What the person sells and wants to reach. */
  profile: { business: string | null; description: string | null; objective: string | null };
  lead: Record<string, string>;
  /** Oldest first. */
  messages: { from: "me" | "contact"; text: string }[];
}

interface SuggestionAnswer {
  suggestions: Suggestion[];
  inputTokens: number;
  outputTokens: number;
}

/** A model of language that writes replies. Throws when it fails, is too slow, or answers in another shape. */
export interface SuggestionModel {
  suggest(request: SuggestionRequest, signal: AbortSignal): Promise<SuggestionAnswer>;
}
