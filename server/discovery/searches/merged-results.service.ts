import type { LeadFollower } from "@/server/platform/lead-follower";
import { moveResultsBack, moveResultsToLead } from "./search-results.repository";

/** Moves results with a lead that is merged into another one, so that later searches find the surviving lead. */
export const resultsOfLead: LeadFollower = {
  table: "search_results",
  move: moveResultsToLead,
  moveBack: moveResultsBack,
};
