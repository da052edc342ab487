import type { SendingPolicy } from "./pacing";

/** The results of a number's first contacts of the last 7 days, without today. */
export interface NumberWeek {
  firstContacts: number;
  /** How many of them were answered. */
  replies: number;
  /** How many of them failed; numbers without WhatsApp do not count. */
  failed: number;
}

export const QUIET_WEEK: NumberWeek = { firstContacts: 0, replies: 0, failed: 0 };

/** A ladder as long as this ends in a plateau that the number earns; a shorter list is the operator's own. */
const LADDER_STEPS = 7;
const PLATEAU_FLOOR = 20;
/** With fewer contacts than this, the shares are chance. */
const TELLING_CONTACTS = 50;
const FEWEST_REPLIES = 0.05;
/** From this share of replies on, the plateau is reached in full. */
const MANY_REPLIES = 0.15;
const FEW_FAILURES = 0.05;
const MANY_FAILURES = 0.15;
/** A number of which little is known counts as one with so many contacts, a tenth of them answered. */
const ASSUMED = { firstContacts: 20, replies: 2 };

/** Whether strangers leave the number's messages unanswered. */
export function hasFewReplies({ firstContacts, replies }: NumberWeek): boolean {
  return firstContacts >= TELLING_CONTACTS && replies < FEWEST_REPLIES * firstContacts;
}

/**
 * First contacts allowed on a day, after `sendingDays` earlier days with sends; null for no limit. A phone that was
 * paired and wrote to nobody is as new as on its first day. The last step of a full ladder is a plateau between 20 and
 * its figure, depending on the replies and failures of the last 7 days; a number whose messages nobody answers goes back
 * to 20 from any step.
 */
export function getDailyCap(
  { dailyCaps }: Pick<SendingPolicy, "dailyCaps">,
  sendingDays: number,
  week: NumberWeek = QUIET_WEEK,
): number | null {
  const last = dailyCaps.length - 1;
  const step = dailyCaps[Math.min(Math.max(0, sendingDays), last)];
  if (step === undefined) return null;
  if (dailyCaps.length < LADDER_STEPS) return step;
  const floor = Math.min(PLATEAU_FLOOR, step);
  if (hasFewReplies(week)) return floor;
  return sendingDays < last ? step : floor + Math.round((step - floor) * getEarned(week));
}

/** 0 to 1. */
function getEarned({ firstContacts, replies, failed }: NumberWeek): number {
  const replyShare = (replies + ASSUMED.replies) / (firstContacts + ASSUMED.firstContacts);
  const failedShare = firstContacts === 0 ? 0 : failed / firstContacts;
  return (
    between(FEWEST_REPLIES, MANY_REPLIES, replyShare) *
    (1 - between(FEW_FAILURES, MANY_FAILURES, failedShare))
  );
}

/** How far `value` is on the way from `from` to `to`: 0 to 1. */
function between(from: number, to: number, value: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
