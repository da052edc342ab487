import type { Suggestion } from "@/lib/domain/suggestions/templates";

/** What the person sells and wants to reach. */
export interface SellerProfile {
  business: string | null;
  description: string | null;
  objective: string | null;
}

/** A model's input. Texts written by others are data, never instructions. */
export interface SuggestionRequest {
  profile: SellerProfile;
  lead: Record<string, string>;
  /** Oldest first. */
  messages: { from: "me" | "contact"; text: string }[];
}

interface CampaignRequest {
  profile: SellerProfile;
  /** What the person wants to say. */
  wish: string;
  /** The message that nobody answered, where the drafts follow one; null for a first message. */
  follows: string | null;
  /** The names of the variables that exist. */
  variables: readonly string[];
}

export interface Written<Output> {
  output: Output;
  inputTokens: number;
  outputTokens: number;
}

/** What one of the numbered answers says, in the model's opinion. */
export interface JudgedAnswer {
  /** From 1. */
  line: number;
  kind: string;
  /** Those of the answer that say so, to the letter. */
  words: string;
}

/** A model of language that writes for a person to edit, or judges what they read. Throws when it fails, is too slow, or answers in another shape. */
export interface SuggestionModel {
  suggest(request: SuggestionRequest, signal: AbortSignal): Promise<Written<Suggestion[]>>;
  /** Texts with variables. */
  draftCampaign(request: CampaignRequest, signal: AbortSignal): Promise<Written<string[]>>;
  /** A note on what a lead does and how to approach it. */
  describeLead(request: SuggestionRequest, signal: AbortSignal): Promise<Written<string>>;
  /** What people answered who were written to. */
  judgeAnswers(answers: readonly string[], signal: AbortSignal): Promise<Written<JudgedAnswer[]>>;
}
