import { countLeft, findQuotaRelease } from "@/lib/domain/whatsapp/new-chat-quota";
import { countFirstContactsSince } from "@/server/campaigns/campaigns/pace.repository";
import type { Sender } from "@/server/messaging/whatsapp/instances.service";
import { findQuota, type KnownQuota } from "@/server/messaging/whatsapp/new-chat-quotas.service";
import type { Hold } from "./pacing.service";

/** WhatsApp may report another quota at any time. */
const LOOK_AGAIN_MS = 60_000;
const NOTICE =
  "O WhatsApp limita quantas conversas novas este número começa, e a parte das campanhas acabou: a prospecção só escreve a quem já respondeu até o limite renovar.";

interface NewChats extends KnownQuota {
  /** First contacts since WhatsApp reported the quota. */
  since: number;
}

/** WhatsApp's report about the number's new chats; null where it cannot be asked, or was not yet. */
async function findNewChats(sender: Sender): Promise<NewChats | null> {
  const known = await findQuota(sender.instance);
  if (!known) return null;
  const { toldAt } = known;
  return { ...known, since: toldAt ? await countFirstContactsSince(sender.senderKey, toldAt) : 0 };
}

/**
 * Whether WhatsApp's quota keeps the number from beginning new chats. Messages to people who have written still go out.
 */
export async function findQuotaHold(sender: Sender): Promise<Hold | null> {
  const known = await findNewChats(sender);
  if (!known) return null;
  const now = new Date();
  const askedAgain = new Date(now.getTime() + LOOK_AGAIN_MS);
  const until = findQuotaRelease(known.quota, { since: known.since, now, askedAgain });
  return until && { until: until > askedAgain ? askedAgain : until, notice: NOTICE, cause: "cap" };
}

/** The quota as the number's health shows it. */
export async function describeNewChats(sender: Sender | null) {
  const known = sender && (await findNewChats(sender));
  if (!known) return null;
  const { quota, failed, since } = known;
  return {
    state: quota?.state ?? ("unknown" as const),
    left: countLeft(quota, since),
    total: quota?.state === "open" ? quota.total : null,
    cycle_end: (quota && "cycleEnd" in quota ? quota.cycleEnd : null) ?? null,
    failed,
  };
}
