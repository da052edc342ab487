import { AppError } from "@/lib/errors";
import { requireMessageCredits } from "@/server/accounts/credits/credits.service";
import { findActivity } from "@/server/campaigns/campaigns/activities.repository";
import { lockCampaign } from "@/server/campaigns/campaigns/campaigns.repository";
import { publishProgress } from "@/server/campaigns/campaigns/engine/progress.service";
import {
  copyRecipients,
  findCampaignOfRecipient,
  findNumbersToRetry,
  type RetryChoice,
} from "@/server/campaigns/campaigns/retries.repository";
import type { Actor } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { requireSenders } from "./campaign-numbers.service";
import { openRuns } from "./campaigns.service";

/**
 * Starts new runs for the recipients of a campaign whose message failed, by the numbers that tried; each is taken once.
 * @throws AppError not_found, conflict when none failed, whatsapp_disconnected, message_refused, prospecting_active,
 * insufficient_credits
 */
export function retryFailed(actor: Actor, campaignId: number) {
  return sendAgain(actor, { campaignId, state: "failed", recipientId: null });
}

/**
 * Starts a new run for one recipient whose outcome is unknown: the user decided that the message did not arrive.
 * Possible once.
 * @throws AppError like retryFailed
 */
export async function resendUnknown(actor: Actor, recipientId: number) {
  const campaignId = await findCampaignOfRecipient(actor.ownerId, recipientId);
  if (campaignId === null) throw new AppError("not_found");
  return sendAgain(actor, { campaignId, state: "unknown", recipientId });
}

async function sendAgain(actor: Actor, from: RetryChoice) {
  const { campaignId, state } = from;
  const campaign = await findActivity(actor.ownerId, campaignId);
  if (!campaign) throw new AppError("not_found");
  const instanceIds = await findNumbersToRetry(actor.ownerId, from);
  await requireSenders(actor.ownerId, instanceIds, campaign.templates !== null);
  const recipients = await transaction(async () => {
    if (!(await lockCampaign(actor.ownerId, campaignId))) throw new AppError("not_found");
    const added = await openRuns(
      actor.ownerId,
      { campaignId, instanceIds, due: new Date(), kind: state },
      (runs) => copyRecipients(actor, from, runs),
    );
    if (added === null) throw new AppError("prospecting_active");
    if (added === 0) {
      throw from.recipientId === null
        ? new AppError("conflict", "Nenhuma mensagem que falhou está à espera de nova tentativa.")
        : new AppError("not_found");
    }
    await requireMessageCredits(actor.ownerId, added);
    return added;
  });
  await publishProgress(actor.ownerId, campaignId);
  return {
    activity_id: campaignId,
    recipients,
    message:
      recipients === 1
        ? "1 mensagem será enviada de novo."
        : `${recipients} mensagens serão enviadas de novo.`,
  };
}
