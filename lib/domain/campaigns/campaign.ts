export const CAMPAIGN_MIN_LEADS = 1;
export const CAMPAIGN_MAX_LEADS = 210;
export const CAMPAIGN_DEFAULT_LEADS = 10;
export const CAMPAIGN_MAX_MESSAGES = 10;

export const ACTIVITY_STATUSES = [
  "pending",
  "scheduled",
  "running",
  "processing",
  "completed",
  "stopped",
  "error",
] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

export const RECURRENCES = ["none", "daily", "weekly", "weekdays"] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export function canStopActivity(status: ActivityStatus): boolean {
  return status === "pending" || status === "running" || status === "processing";
}
