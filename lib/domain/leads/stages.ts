import { countOf } from "@/lib/format";
import type { LeadStatus } from "./lead-status";

/** What a stage means, independent of its name: automatic moves and reports depend on the meaning. */
export const STAGE_MEANINGS = ["new", "contacted", "answered", "won", "lost"] as const;
export type StageMeaning = (typeof STAGE_MEANINGS)[number];

export const MEANING_LABEL: Record<StageMeaning, string> = {
  new: "Novo",
  contacted: "Contatado",
  answered: "Respondeu",
  won: "Fechado",
  lost: "Perdido",
};

/**
 * What a status of the API means. Null for the two that are marks next to the stage: a failed attempt and a blocked
 * number. The database has the same table: `status_meaning`.
 */
export const STATUS_MEANING: Record<LeadStatus, StageMeaning | null> = {
  pending: "new",
  new: "new",
  contacted: "contacted",
  sent: "contacted",
  answered: "answered",
  responded: "answered",
  closed: "won",
  failed: null,
  opted_out: null,
};

/** The status that a lead gets with a stage; a lost one keeps the status that it had. */
export const STATUS_OF_MEANING: Record<Exclude<StageMeaning, "lost">, LeadStatus> = {
  new: "new",
  contacted: "contacted",
  answered: "answered",
  won: "closed",
};

export const STAGE_COLOURS = ["stone", "sky", "emerald", "gold", "rose"] as const;
export type StageColour = (typeof STAGE_COLOURS)[number];

export const MOST_STAGES = 20;
export const STAGE_NAME_MAX_LENGTH = 40;
export const MOST_REST_DAYS = 365;
export const MOST_LOSS_REASONS = 30;
export const LOSS_REASON_MAX_LENGTH = 60;

/** One billion reais. */
export const MOST_VALUE_CENTS = 100_000_000_000;

/** The cards of one column that are loaded at once. */
export const BOARD_PAGE = 20;

const DAY_MS = 86_400_000;
const countDays = (since: string, now: Date) => (now.getTime() - Date.parse(since)) / DAY_MS;

/** Whether a lead is in a stage for longer than the stage's days; null means no limit. */
export function restsTooLong(stagedAt: string, restDays: number | null, now: Date): boolean {
  return restDays !== null && countDays(stagedAt, now) > restDays;
}

/** "parado há 9 dias". */
export function describeRest(stagedAt: string, now: Date): string {
  return `parado há ${countOf(Math.floor(countDays(stagedAt, now)), "dia", "dias")}`;
}
