import type { LeadFollower } from "@/server/platform/lead-follower";
import { moveResultsBack, moveResultsToLead } from "./search-results.repository";

/** Follow a lead that becomes part of another one, so that later searches find the lead that stays. */
export const resultsOfLead: LeadFollower = {
  table: "search_results",
  move: moveResultsToLead,
  moveBack: moveResultsBack,
};
