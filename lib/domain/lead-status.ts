export const LEAD_STATUSES = [
  "pending",
  "new",
  "contacted",
  "sent",
  "answered",
  "responded",
  "closed",
  "failed",
  "opted_out",
] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];
