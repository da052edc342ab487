import { TZDate } from "@date-fns/tz";
import type { Recurrence } from "./campaign";

/**
 * When a campaign runs: at the wall-clock time that `firstAt` has in São Paulo, on its day and, by the recurrence, on
 * later ones.
 */
export interface Schedule {
  firstAt: Date;
  recurrence: Recurrence;
}

const SAO_PAULO = "America/Sao_Paulo";

/**
 * The first occurrence after an instant, or null when there is none. `weekdays` leaves Saturdays and Sundays out, the
 * first day among them. Each local day has at most one occurrence: a time that a clock change skips
 * comes an hour later (RFC 5545, 3.3.5), and one that comes twice is the first.
 */
export function findNextOccurrence({ firstAt, recurrence }: Schedule, after: Date): Date | null {
  const first = new TZDate(firstAt.getTime(), SAO_PAULO);
  if (recurrence === "none") return firstAt > after ? firstAt : null;
  const stepDays = recurrence === "weekly" ? 7 : 1;
  const elapsedDays = Math.floor((after.getTime() - firstAt.getTime()) / 86_400_000);
  // A clock change may make a day an hour shorter: one step earlier is never too late.
  let step = Math.max(0, Math.floor(elapsedDays / stepDays) - 1);
  for (;;) {
    const occurrence = atWallTime(first, step * stepDays);
    step += 1;
    if (occurrence > after && (recurrence !== "weekdays" || !isWeekend(occurrence))) {
      return new Date(occurrence.getTime());
    }
  }
}

/** The next occurrences after an instant, at most `count`. */
export function listOccurrences(schedule: Schedule, after: Date, count: number): Date[] {
  const occurrences: Date[] = [];
  let last = after;
  while (occurrences.length < count) {
    const next = findNextOccurrence(schedule, last);
    if (!next) break;
    occurrences.push(next);
    last = next;
  }
  return occurrences;
}

/**
 * The instant of a wall-clock time in São Paulo. Months count from 1. A time that a clock change skips is an
 * hour later; one that comes twice is the first. Null when there is no such date or time.
 */
export function fromSaoPauloTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
): Date | null {
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59) return null;
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return toFirstInstant(Date.UTC(year, month - 1, day, hour, minute));
}

/**
 * Reads an instant with its zone ("…Z", "…-03:00") or a wall-clock time in São Paulo ("2026-11-23T09:00"). Null for
 * anything else.
 */
export function parseScheduledTime(text: string): Date | null {
  const wall = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::00(?:\.0{1,3})?)?$/.exec(text);
  if (wall) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wall.slice(1).map(Number);
    return fromSaoPauloTime(year, month, day, hour, minute);
  }
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text))
    return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

function atWallTime(first: TZDate, days: number): TZDate {
  const wallMs =
    Date.UTC(first.getFullYear(), first.getMonth(), first.getDate() + days) +
    ((first.getHours() * 60 + first.getMinutes()) * 60 + first.getSeconds()) * 1_000 +
    first.getMilliseconds();
  return new TZDate(toFirstInstant(wallMs).getTime(), SAO_PAULO);
}

/** `wallMs`: the wall-clock time as if it were UTC. */
function toFirstInstant(wallMs: number): Date {
  // São Paulo's offset has been between -2 and -3 hours since 1914: the earlier instant comes first.
  for (const offsetMs of [2, 3].map((hours) => hours * 3_600_000)) {
    const instant = wallMs + offsetMs;
    if (instant + getOffsetMs(instant) === wallMs) return new Date(instant);
  }
  return new Date(wallMs + 3 * 3_600_000);
}

function getOffsetMs(instant: number): number {
  return -new TZDate(instant, SAO_PAULO).getTimezoneOffset() * 60_000;
}

function isWeekend(day: TZDate): boolean {
  return day.getDay() === 0 || day.getDay() === 6;
}
