import * as repository from "./merged-leads.repository";

/** The rows of leads, as merges change them. Call inside one transaction each. */
export const { lockLeads, removeMerged, applyMerge, returnSurvivor, insertMergedAgain } =
  repository;
