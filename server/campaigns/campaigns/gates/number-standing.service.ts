import { type NumberWeek, QUIET_WEEK } from "@/lib/domain/campaigns/daily-cap";
import type { SentBefore } from "@/lib/domain/campaigns/pacing";
import { getSaoPauloDay, getSaoPauloDayBounds } from "@/lib/domain/time/sao-paulo-day";
import { countSendingDays } from "@/server/campaigns/campaigns/number-days.repository";
import { findFirstContacts, findWeek } from "@/server/campaigns/campaigns/pace.repository";
import type { PhoneShare, Sender } from "@/server/messaging/whatsapp/instances.service";
import { findPhoneShare } from "@/server/messaging/whatsapp/instances.service";

/** The values that a number's caps are compared with, counted over all accounts. */
export interface NumberStanding {
  sent: SentBefore;
  /** Earlier days on which it wrote to new people, since it was last disconnected for long. */
  sendingDays: number;
  week: NumberWeek;
}

const NEW_NUMBER: NumberStanding = {
  sent: { lastHour: [], today: 0 },
  sendingDays: 0,
  week: QUIET_WEEK,
};

/** Without a sender: the standing of a number that never sent. */
export async function findStanding(
  sender: Sender | null,
  now: Date,
  share?: PhoneShare,
): Promise<NumberStanding> {
  if (!sender) return NEW_NUMBER;
  const { pairedAt } = share ?? (await findPhoneShare(sender));
  const dayStart = getSaoPauloDayBounds(now).start;
  const sent = await findFirstContacts(sender.senderKey, dayStart);
  const week = await findWeek(sender.senderKey, dayStart);
  const days = { since: getSaoPauloDay(pairedAt ?? now), today: getSaoPauloDay(now) };
  return { sent, week, sendingDays: await countSendingDays(sender.senderKey, days) };
}
