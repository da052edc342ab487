import { findNextOpening, type SendingPolicy } from "@/lib/domain/campaigns/pacing";
import { getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first message of a day comes within the window's first hour. */
const OPENING_MS = HOUR_MS;
/** A gap is drawn around its mean, this share of it to either side. */
const SWING = 0.5;

/**
 * When a number's first message of the day may go out: a minute of the window's opening part that is another one each
 * day. `draw`, from 0 to 1, has to stay the same all day.
 */
export function findFirstMinute(
  policy: SendingPolicy,
  { cap, now, draw }: { cap: number; now: Date; draw: number },
): Date {
  const opening = findNextOpening(policy, getSaoPauloDayBounds(now).start) ?? now;
  const part = Math.min(OPENING_MS, getWindowMs(policy) / Math.max(1, cap));
  return new Date(Math.max(now.getTime(), opening.getTime() + draw * part));
}

/**
 * The pause after a first contact that spreads the rest of the day's over the rest of the window. `left`: first
 * contacts that the number may still make today. 0 when there is none. `draw`: 0 to 1.
 */
export function drawGapMs(
  policy: SendingPolicy,
  { left, now, draw }: { left: number; now: Date; draw: number },
): number {
  if (left <= 0) return 0;
  const closes = getSaoPauloDayBounds(now).start.getTime() + policy.windowTo * 60_000;
  const mean = Math.max(0, closes - now.getTime()) / (left + 1);
  return mean * (1 - SWING + 2 * SWING * draw);
}

function getWindowMs({ windowFrom, windowTo }: SendingPolicy): number {
  return Math.min(DAY_MS, (windowTo - windowFrom) * 60_000);
}
