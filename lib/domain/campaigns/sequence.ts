import { addDays } from "../tasks/task";
import { getSaoPauloDay } from "../time/calendar-day";
import { parseTimeOfDay, type SendingPolicy } from "./pacing";
import { fromSaoPauloTime } from "./recurrence";

/** Steps of a campaign: its first message, and what follows when nobody answers. */
export const MOST_STEPS = 5;
export const MOST_WAIT_DAYS = 30;
export const DEFAULT_WAIT_DAYS = 3;
export const MOST_DAYS_OFF = 100;
/** A step that is this many working days late is not sent any more. */
const STEP_GRACE_DAYS = 5;

/** Causes that end a sequence when its next step is due, and that are known before sending. */
export const FORESEEN_ENDS = [
  "opted_out",
  "contacted",
  "moved",
  "lead_deleted",
  "plan_ended",
] as const;
export type ForeseenEnd = (typeof FORESEEN_ENDS)[number];

/** A step after the first, as a person writes it. */
export interface FollowUpStep {
  /** The variants, in rotation. */
  messages: string[];
  /** Working days after the step before. */
  wait_days: number;
  /** "HH:MM" in São Paulo; missing if the whole sending window is allowed. */
  window_from?: string | undefined;
  window_to?: string | undefined;
}

/** The hours and days in which a step may go out. */
export interface StepCalendar {
  /** Minutes after midnight in São Paulo; `to` is exclusive. */
  from: number;
  to: number;
  /** 1 (Monday) to 7. */
  weekdays: readonly number[];
  /** "2026-12-25". */
  daysOff: ReadonlySet<string>;
}

/** No calendar has so many days without work in a row. */
const MOST_DAYS = 400;
/** A step begins in the first part of its hours, so that earlier steps leave it enough time. */
const OPENING_PART = 0.75;

const WORKING_DAYS = [1, 2, 3, 4, 5];

/** The step's hours within the number's window, on working days; on the window's own days if it has no working day. */
export function findStepCalendar(
  step: Pick<FollowUpStep, "window_from" | "window_to">,
  policy: Pick<SendingPolicy, "windowFrom" | "windowTo" | "weekdays">,
  daysOff: ReadonlySet<string>,
): StepCalendar {
  const working = policy.weekdays.filter((day) => WORKING_DAYS.includes(day));
  return {
    from: Math.max(policy.windowFrom, parseTimeOfDay(step.window_from) ?? 0),
    to: Math.min(policy.windowTo, parseTimeOfDay(step.window_to) ?? 1_440),
    weekdays: working.length > 0 ? working : policy.weekdays,
    daysOff,
  };
}

/** True when some hour of some day is left. */
export function hasStepOpening({ from, to, weekdays }: StepCalendar): boolean {
  return from < to && weekdays.length > 0;
}

/**
 * When a step goes out: `waitDays` working days after the day of the message before, at a moment of the step's hours.
 * `draw`: 0 to 1. Null when the calendar has no opening.
 */
export function findStepTime(
  calendar: StepCalendar,
  { after, waitDays, draw }: { after: Date; waitDays: number; draw: number },
): Date | null {
  const day = addWorkingDays(calendar, getSaoPauloDay(after), waitDays);
  return day === null ? null : drawMoment(calendar, day, draw);
}

/** `at` where the step may go out then; otherwise when it next may. Null when the calendar has no opening. */
export function findStepOpening(calendar: StepCalendar, at: Date, draw: number): Date | null {
  if (!hasStepOpening(calendar)) return null;
  const today = getSaoPauloDay(at);
  if (isWorkingDay(calendar, today)) {
    const opens = atMinute(today, calendar.from);
    const closes = atMinute(today, calendar.to);
    if (at >= opens && at < closes) return at;
    if (at < opens) return drawMoment(calendar, today, draw);
  }
  const next = addWorkingDays(calendar, today, 1);
  return next === null ? null : drawMoment(calendar, next, draw);
}

/** The end of the last day on which a step that was due then is still sent. */
export function findStepDeadline(calendar: StepCalendar, due: Date): Date {
  const last = addWorkingDays(calendar, getSaoPauloDay(due), STEP_GRACE_DAYS);
  return atMinute(last ?? addDays(getSaoPauloDay(due), MOST_DAYS), 1_440);
}

function addWorkingDays(calendar: StepCalendar, from: string, count: number): string | null {
  if (!hasStepOpening(calendar)) return null;
  let left = count;
  for (let days = 1; days <= MOST_DAYS; days += 1) {
    const day = addDays(from, days);
    if (!isWorkingDay(calendar, day)) continue;
    left -= 1;
    if (left <= 0) return day;
  }
  return null;
}

function isWorkingDay({ weekdays, daysOff }: StepCalendar, day: string): boolean {
  return weekdays.includes(new Date(day).getUTCDay() || 7) && !daysOff.has(day);
}

function drawMoment({ from, to }: StepCalendar, day: string, draw: number): Date {
  const minutes = from + (to - from) * OPENING_PART * draw;
  return new Date(atMinute(day, 0).getTime() + minutes * 60_000);
}

function atMinute(day: string, minute: number): Date {
  if (minute >= 1_440) return atMinute(addDays(day, 1), minute - 1_440);
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const at = fromSaoPauloTime(year, month, date, Math.floor(minute / 60), minute % 60);
  if (!at) throw new RangeError("not a day of the calendar");
  return at;
}
