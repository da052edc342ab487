import type { Suggestion } from "./templates.rule";

/** The user's business and target customers. */
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
  /** What the user wants to say. */
  wish: string;
  /** The unanswered message that the drafts follow; null for a first message. */
  follows: string | null;
  /** The names of the variables that exist. */
  variables: readonly string[];
}

export interface Written<Output> {
  output: Output;
  inputTokens: number;
  outputTokens: number;
}

/** The model's reading of one of the numbered answers. */
export interface JudgedAnswer {
  /** From 1. */
  line: number;
  kind: string;
  /** Words of the answer that show this, quoted exactly. */
  words: string;
}

/**
 * A language model that writes for the user to edit, or judges answers. Throws when it fails, is too slow, or answers
 * in another shape.
 */
export interface SuggestionModel {
  suggest(request: SuggestionRequest, signal: AbortSignal): Promise<Written<Suggestion[]>>;
  /** Texts with variables. */
  draftCampaign(request: CampaignRequest, signal: AbortSignal): Promise<Written<string[]>>;
  /** A note on what a lead does and how to approach it. */
  describeLead(request: SuggestionRequest, signal: AbortSignal): Promise<Written<string>>;
  /** Judges answers of people who were written to. */
  judgeAnswers(answers: readonly string[], signal: AbortSignal): Promise<Written<JudgedAnswer[]>>;
}
