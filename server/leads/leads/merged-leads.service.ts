import type { LeadFollower } from "@/server/platform/lead-follower";
import * as repository from "./merged-leads.repository";

/** The rows of leads, as merges change them. Call inside one transaction each. */
export const { lockLeads, removeMerged, applyMerge, returnSurvivor, insertMergedAgain } =
  repository;

/** Moves events with a lead that is merged into another one. */
export const eventsOfLead: LeadFollower = {
  table: "lead_events",
  move: repository.moveEventsToLead,
  moveBack: repository.moveEventsBack,
};
