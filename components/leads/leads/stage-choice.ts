import type { Tone } from "@/components/ui/badge";
import type { Stage } from "@/lib/contracts/leads/stages";
import type { LeadStatus } from "@/lib/domain/leads/lead-status";
import type { StageColour } from "@/lib/domain/leads/stages";
import { LEAD_STATUS_LABEL } from "./lead-labels";

export const STAGE_TONE: Record<StageColour, Tone> = {
  stone: "neutral",
  sky: "info",
  emerald: "success",
  gold: "gold",
  rose: "danger",
};

export const COLOUR_LABEL: Record<StageColour, string> = {
  stone: "Cinza",
  sky: "Azul",
  emerald: "Verde",
  gold: "Dourado",
  rose: "Vermelho",
};

/** The choices of a list of stages: the stages, and that a lead is not to be contacted. */
export function listStageChoices(stages: readonly Stage[]): { value: string; label: string }[] {
  return [
    ...stages.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: "opted_out", label: LEAD_STATUS_LABEL.opted_out },
  ];
}

/** The choice that is selected for a lead. */
export function getStageChoice(lead: { status: LeadStatus; stage_id: number }): string {
  return lead.status === "opted_out" ? "opted_out" : String(lead.stage_id);
}

/** A choice as the API takes it. */
export function toStageChange(choice: string): { stage_id?: number; status?: "opted_out" } {
  if (choice === "") return {};
  return choice === "opted_out" ? { status: choice } : { stage_id: Number(choice) };
}
