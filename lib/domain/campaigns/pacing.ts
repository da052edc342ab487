import { TZDate } from "@date-fns/tz";
import { getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { fromSaoPauloTime } from "./recurrence";

/**
 * How fast one number writes to people who never wrote to it. A campaign may be slower than its installation, never
 * faster. Times of day are minutes after midnight in São Paulo; weekdays are 1 (Monday) to 7.
 */
export interface SendingPolicy {
  pauseMinMs: number;
  pauseMaxMs: number;
  /** Messages between two rests, about; null for none. */
  restAfter: number | null;
  restMinMs: number;
  restMaxMs: number;
  /** First contacts within any 60 minutes; null for no limit. */
  hourlyCap: number | null;
  /** First contacts a day, by the earlier days of sending; the last one holds from then on. Empty for no limit. */
  dailyCaps: readonly number[];
  /** A day's first contacts are spread over its window. */
  spreads: boolean;
  windowFrom: number;
  /** Exclusive; 1440 is the end of the day. */
  windowTo: number;
  weekdays: readonly number[];
  /** Percent of the latest messages that may fail, or bring an opt-out, before the run pauses; null for no limit. */
  maxFailurePercent: number | null;
  maxOptOutPercent: number | null;
}

/** The settings of a campaign; a missing value is the installation's. */
export interface CampaignPacing {
  pause_min_seconds?: number | undefined;
  pause_max_seconds?: number | undefined;
  hourly_cap?: number | undefined;
  daily_cap?: number | undefined;
  /** "HH:MM"; "24:00" ends the day. */
  window_from?: string | undefined;
  window_to?: string | undefined;
  weekdays?: number[] | undefined;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TYPING_MS_PER_CHARACTER = 60;
const TYPING_MIN_MS = 2_000;
const TYPING_MAX_MS = 12_000;

/** The slower of both, value by value. */
export function tightenPolicy(policy: SendingPolicy, pacing: CampaignPacing): SendingPolicy {
  const pauseMinMs = Math.max(policy.pauseMinMs, (pacing.pause_min_seconds ?? 0) * 1_000);
  const caps = policy.dailyCaps.length > 0 ? policy.dailyCaps : [Number.POSITIVE_INFINITY];
  return {
    ...policy,
    pauseMinMs,
    pauseMaxMs: Math.max(policy.pauseMaxMs, pauseMinMs, (pacing.pause_max_seconds ?? 0) * 1_000),
    hourlyCap: smaller(policy.hourlyCap, pacing.hourly_cap),
    dailyCaps:
      pacing.daily_cap === undefined
        ? policy.dailyCaps
        : caps.map((cap) => Math.min(cap, pacing.daily_cap ?? cap)),
    windowFrom: Math.max(policy.windowFrom, parseTimeOfDay(pacing.window_from) ?? 0),
    windowTo: Math.min(policy.windowTo, parseTimeOfDay(pacing.window_to) ?? 1_440),
    weekdays: policy.weekdays.filter((day) => pacing.weekdays?.includes(day) ?? true),
  };
}

/** Minutes after midnight of "HH:MM"; null for anything else. */
export function parseTimeOfDay(text: string | undefined): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text ?? "");
  if (!match) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= 1_440 ? minutes : null;
}

/** True when some minute of the week is open. */
export function hasOpening({ windowFrom, windowTo, weekdays }: SendingPolicy): boolean {
  return windowFrom < windowTo && weekdays.length > 0;
}

/** Whole days between the pairing and now. */
export function countPairedDays(pairedAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - pairedAt.getTime()) / DAY_MS));
}

/** The first instant at or after `at` inside the window and the weekdays; null when the policy has no opening. */
export function findNextOpening(policy: SendingPolicy, at: Date): Date | null {
  if (!hasOpening(policy)) return null;
  if (isAlwaysOpen(policy)) return at;
  const first = new TZDate(at.getTime(), "America/Sao_Paulo");
  for (let days = 0; days <= 7; days += 1) {
    const day = new Date(Date.UTC(first.getFullYear(), first.getMonth(), first.getDate() + days));
    if (!policy.weekdays.includes(day.getUTCDay() || 7)) continue;
    const opens = atMinute(day, policy.windowFrom);
    const closes = atMinute(day, policy.windowTo);
    if (at < closes) return at > opens ? at : opens;
  }
  return null;
}

/** True where messages may go out at any hour of any day. */
export function isAlwaysOpen({ windowFrom, windowTo, weekdays }: SendingPolicy): boolean {
  return windowFrom === 0 && windowTo === 1_440 && new Set(weekdays).size === 7;
}

/** A random pause before the next message: regular pauses would reveal a machine. `random`: 0 to 1. */
export function drawPauseMs({ pauseMinMs, pauseMaxMs }: SendingPolicy, random: number): number {
  return pauseMinMs + random * (pauseMaxMs - pauseMinMs);
}

/** A new block of messages, a third shorter or longer than `restAfter`; null without rests. */
export function drawBlockLength({ restAfter }: SendingPolicy, random: number): number | null {
  return restAfter === null
    ? null
    : Math.max(1, Math.round(restAfter * (2 / 3 + (random * 2) / 3)));
}

export function drawRestMs({ restMinMs, restMaxMs }: SendingPolicy, random: number): number {
  return restMinMs + random * (restMaxMs - restMinMs);
}

/** How long a person would type this text. 0 where the installation sends without pauses. */
export function getTypingMs({ pauseMaxMs }: SendingPolicy, text: string): number {
  const ms = text.length * TYPING_MS_PER_CHARACTER;
  // In a demonstration with short gaps the typing time is as short.
  return Math.min(Math.max(ms, TYPING_MIN_MS), TYPING_MAX_MS, pauseMaxMs / 3);
}

/** What the number has already sent to people who never wrote to it. */
export interface SentBefore {
  /** In the last hour, oldest first. */
  lastHour: readonly Date[];
  /** Since midnight in São Paulo. */
  today: number;
}

/** When the caps allow the next first contact: `now`, or later. */
export function findCapRelease(
  { hourlyCap }: Pick<SendingPolicy, "hourlyCap">,
  sent: SentBefore,
  dailyCap: number | null,
  now: Date,
): Date {
  if (dailyCap !== null && sent.today >= dailyCap) return getSaoPauloDayBounds(now).end;
  if (hourlyCap === null || sent.lastHour.length < hourlyCap) return now;
  const oldest = sent.lastHour[sent.lastHour.length - hourlyCap] ?? now;
  return new Date(Math.max(now.getTime(), oldest.getTime() + HOUR_MS));
}

function smaller(cap: number | null, other: number | undefined): number | null {
  if (other === undefined) return cap;
  return cap === null ? other : Math.min(cap, other);
}

/** `day`: midnight UTC of the calendar day. */
function atMinute(day: Date, minute: number): Date {
  if (minute >= 1_440) return atMinute(new Date(day.getTime() + DAY_MS), minute - 1_440);
  const at = fromSaoPauloTime(
    day.getUTCFullYear(),
    day.getUTCMonth() + 1,
    day.getUTCDate(),
    Math.floor(minute / 60),
    minute % 60,
  );
  if (!at) throw new RangeError("not a day of the calendar");
  return at;
}
