/** How many chats with strangers WhatsApp lets a number begin in its cycle. */
export type NewChatQuota =
  | { state: "open"; total: number; used: number; cycleEnd: Date | null }
  /** WhatsApp says that there is no cap. */
  | { state: "unlimited" }
  /** None is left until the cycle ends. */
  | { state: "capped"; cycleEnd: Date | null };

/** What WhatsApp's answer about the cap holds; numbers may come as text. */
export interface ToldQuota {
  total_quota?: unknown;
  used_quota?: unknown;
  cycle_end_timestamp?: unknown;
  capping_status?: unknown;
}

const NO_CAP = -1;

/** Null for an answer that says nothing: a missing figure is not taken for zero. */
export function readQuota(told: ToldQuota | null | undefined): NewChatQuota | null {
  if (!told) return null;
  const cycleEnd = toDate(told.cycle_end_timestamp);
  if (told.capping_status === "CAPPED") return { state: "capped", cycleEnd };
  const total = toInteger(told.total_quota);
  if (total === NO_CAP) return { state: "unlimited" };
  const used = toInteger(told.used_quota);
  if (total === null || total <= 0 || used === null || used < 0) return null;
  return { state: "open", total, used, cycleEnd };
}

function toInteger(value: unknown): number | null {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) && Math.abs(number as number) < 2 ** 31
    ? (number as number)
    : null;
}

/** From seconds since 1970. */
function toDate(value: unknown): Date | null {
  const seconds = toInteger(value);
  return seconds === null || seconds <= 0 ? null : new Date(seconds * 1_000);
}

/** Campaigns leave the rest of the quota to the people who answer and to what is written by hand. */
const CAMPAIGN_SHARE = 0.7;

/**
 * When a campaign may begin the next new chat: null for at once. `since`: the chats begun since WhatsApp reported the
 * quota. If the end of the cycle is unknown, this is the time when the quota is requested again.
 */
export function findQuotaRelease(
  quota: NewChatQuota | null,
  { since, now, askedAgain }: { since: number; now: Date; askedAgain: Date },
): Date | null {
  if (quota === null || quota.state === "unlimited") return null;
  const spent =
    quota.state === "capped" || quota.used + since >= Math.floor(quota.total * CAMPAIGN_SHARE);
  // A report about a cycle that is over says nothing about the next one.
  if (!spent || (quota.cycleEnd !== null && quota.cycleEnd <= now)) return null;
  return quota.cycleEnd ?? askedAgain;
}

/** New chats that are left; null where WhatsApp set no cap or has not said. */
export function countLeft(quota: NewChatQuota | null, since: number): number | null {
  if (quota === null || quota.state === "unlimited") return null;
  return quota.state === "capped" ? 0 : Math.max(0, quota.total - quota.used - since);
}
