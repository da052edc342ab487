import { getDailyCap, type NumberWeek } from "@/lib/domain/campaigns/daily-cap";
import {
  findCapRelease,
  findNextOpening,
  type SendingPolicy,
  type SentBefore,
} from "@/lib/domain/campaigns/pacing";
import { getSaoPauloDay } from "@/lib/domain/time/sao-paulo-day";
import { drawGapMs, findFirstMinute } from "./spread";

const HOUR_MS = 3_600_000;
/** The mean of the random draws. */
const AVERAGE = 0.5;

/**
 * When the last of `count` first contacts goes out, with average pauses; null when the policy never lets it. Looks at
 * most `count` messages ahead, so its cost is bounded by the largest campaign.
 */
export function estimateEnd(
  policy: SendingPolicy,
  start: { count: number; sent: SentBefore; sendingDays: number; week?: NumberWeek; now: Date },
): Date | null {
  const pauseMs = (policy.pauseMinMs + policy.pauseMaxMs) / 2;
  const restMs = (policy.restMinMs + policy.restMaxMs) / 2;
  const hour = start.sent.lastHour.map((at) => at.getTime());
  let { today } = start.sent;
  let { sendingDays } = start;
  let day = getSaoPauloDay(start.now);
  let at: Date | null = start.now;
  for (let message = 1; message <= start.count; message += 1) {
    let cap: number | null;
    for (;;) {
      at = findNextOpening(policy, at);
      if (at === null) return null;
      if (getSaoPauloDay(at) !== day) {
        day = getSaoPauloDay(at);
        if (today > 0) sendingDays += 1;
        today = 0;
      }
      const since = at.getTime() - HOUR_MS;
      const lastHour = hour.filter((sentAt) => sentAt > since).map((sentAt) => new Date(sentAt));
      cap = getDailyCap(policy, sendingDays, start.week);
      if (cap === 0) return null;
      let free = findCapRelease(policy, { lastHour, today }, cap, at);
      if (policy.spreads && cap !== null && today === 0) {
        const first = findFirstMinute(policy, { cap, now: at, draw: AVERAGE });
        free = new Date(Math.max(free.getTime(), first.getTime()));
      }
      if (free.getTime() <= at.getTime()) break;
      at = free;
    }
    hour.push(at.getTime());
    today += 1;
    if (message === start.count) return at;
    const rests = policy.restAfter !== null && message % policy.restAfter === 0;
    const left = policy.spreads && cap !== null ? cap - today : 0;
    const gapMs = drawGapMs(policy, { left, now: at, draw: AVERAGE });
    at = new Date(at.getTime() + Math.max(gapMs, pauseMs + (rests ? restMs : 0)));
  }
  return at;
}
