import type { z } from "zod/mini";
import type { NumberHealth } from "@/lib/contracts/campaigns/campaigns";
import { getDailyCap, hasFewReplies } from "@/lib/domain/campaigns/daily-cap";
import { countPairedDays } from "@/lib/domain/campaigns/pacing";
import { countOutcomes, countRecent } from "@/server/campaigns/campaigns/pace.repository";
import { findPortfolioLimit } from "@/server/messaging/portfolios/portfolios.service";
import { findRestrictions, findSender } from "@/server/messaging/whatsapp/instances.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import type { Actor } from "@/server/platform/actor";
import { describeNewChats } from "./new-chats.service";
import { findStanding } from "./number-standing.service";
import { getInstallationPolicy, RECENT_MESSAGES } from "./pacing.service";
import { findRoom } from "./portfolio-room.service";

const DAYS = 30;
const MOST_RESTRICTIONS = 20;

/** The first contacts of the owner's number compared with its caps, and its problems in the last 30 days. */
export async function getNumberHealth({ ownerId }: Actor): Promise<z.input<typeof NumberHealth>> {
  const now = new Date();
  const sender = await findSender(ownerId, "default");
  const [{ sent, sendingDays, week }, recent, outcomes, restrictions, newChats, room] =
    await Promise.all([
      findStanding(sender, now),
      countRecent(ownerId, {
        senderKey: sender?.senderKey ?? null,
        since: null,
        limit: RECENT_MESSAGES,
      }),
      countOutcomes(ownerId, DAYS),
      sender ? findRestrictions(sender.instance, { days: DAYS, limit: MOST_RESTRICTIONS }) : [],
      describeNewChats(sender),
      findPortfolioLimit(sender?.instance.account_ref ?? null).then(findRoom),
    ]);
  const policy = getInstallationPolicy();
  const byTemplate = describeProvider().templates_outside_window;
  const pairedDays = sender?.pairedAt ? countPairedDays(sender.pairedAt, now) : null;
  return {
    connected: sender?.connected ?? false,
    today: sent.today,
    daily_cap: getDailyCap(policy, sendingDays, week),
    last_hour: sent.lastHour.length,
    hourly_cap: policy.hourlyCap,
    paired_days: pairedDays,
    sending_day: sender?.pairedAt ? sendingDays + 1 : null,
    ladder: [...policy.dailyCaps],
    pause_min_seconds: policy.pauseMinMs / 1_000,
    pause_max_seconds: policy.pauseMaxMs / 1_000,
    window_from: toTimeOfDay(policy.windowFrom),
    window_to: toTimeOfDay(policy.windowTo),
    weekdays: [...policy.weekdays],
    recent: { messages: recent.messages, failed: recent.failed, opted_out: recent.optedOut },
    few_replies:
      !byTemplate && hasFewReplies(week)
        ? { first_contacts: week.firstContacts, replies: week.replies }
        : null,
    ...outcomes,
    new_chats: newChats,
    room,
    restricted_until: sender?.restrictedUntil ?? null,
    restrictions,
  };
}

function toTimeOfDay(minutes: number): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
