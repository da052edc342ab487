import { listLeadFields } from "./lead-fields";

/** The columns of the leads table that can be hidden. */
export const LEAD_COLUMNS = [
  ...listLeadFields("column"),
  "site",
  "tags",
  "seller",
  "value",
  "last_contact",
  "next_step",
  "created_at",
] as const;

export const MOST_LEAD_VIEWS = 50;
export const LEAD_VIEW_NAME_MAX_LENGTH = 60;
