export const CAMPAIGN_MIN_LEADS = 1;
/** How long the start of a campaign from the screen can be undone. */
export const UNDO_START_SECONDS = 10;
export const UNDO_START_MAX_SECONDS = 60;
export const CAMPAIGN_MAX_LEADS = 210;
export const CAMPAIGN_DEFAULT_LEADS = 10;
export const CAMPAIGN_MAX_MESSAGES = 10;
export const CAMPAIGN_MAX_TEMPLATES = 5;
export const CAMPAIGN_MAX_NUMBERS = 20;

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

interface UnnamedActivity {
  error_message: string | null;
  completed_at: string | null;
  scheduled: boolean;
  scheduled_datetime: string | null;
  leads_processed: number;
}

/** The status of an activity that comes without one (specification, document 2, section 4). */
export function deriveActivityStatus(activity: UnnamedActivity, now: Date): ActivityStatus {
  const { error_message, completed_at, scheduled, scheduled_datetime, leads_processed } = activity;
  if (error_message) return "error";
  if (completed_at) return "completed";
  if (scheduled && scheduled_datetime && new Date(scheduled_datetime) > now) return "scheduled";
  return leads_processed > 0 ? "running" : "pending";
}

export const CAMPAIGN_NAME_MAX_LENGTH = 120;
/** A first run further away counts as a typing error. */
export const SCHEDULE_MAX_DAYS = 365;
/** A run that could not start in time still starts within this, and is otherwise missed. */
export const SCHEDULE_GRACE_HOURS = 12;

/** Added to a message if the campaign says so. */
export const OPT_OUT_LINE = "Para não receber mais mensagens, responda SAIR.";

export const RECURRENCES = ["none", "daily", "weekly", "weekdays"] as const;
export type Recurrence = (typeof RECURRENCES)[number];

export function canStopActivity(status: ActivityStatus): boolean {
  return status === "pending" || status === "running" || status === "processing";
}

/** The state of a recipient on a screen: how far its message came, or why there is none. */
export const RECIPIENT_STATES = [
  "pending",
  "sending",
  "sent",
  "delivered",
  "read",
  "answered",
  "failed",
  "skipped",
  "unknown",
] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Why a recipient got no message, or why nobody knows; `reacted`: a person decides whether the sequence continues. */
export const RECIPIENT_CAUSES = [
  "no_whatsapp",
  "refused",
  "restricted",
  "not_delivered",
  "opted_out",
  "in_review",
  "contacted",
  "recent",
  "answered",
  "lead_deleted",
  "stopped",
  "unconfirmed",
  "held_back",
  "template_refused",
  "no_opt_in",
  "reacted",
  "moved",
  "number_changed",
  "in_sequence",
  "late",
  "step_removed",
  "plan_ended",
  "erased",
] as const;
export type RecipientCause = (typeof RECIPIENT_CAUSES)[number];

/** Why a run was made: the campaign's audience, or the ones that failed or are unknown in an earlier run. */
export const RUN_KINDS = ["audience", "failed", "unknown"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

export const RUN_STATUSES = [
  "pending",
  "running",
  "completed",
  "stopped",
  "error",
  "missed",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Why a running campaign waits for a person; `unreachable`: WhatsApp does not answer. */
export const WAITING_REASONS = [
  "paused",
  "disconnected",
  "restricted",
  "templates",
  "unreachable",
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];
