import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import type { RefusalReason } from "@/server/messaging/whatsapp/whatsapp-events.gateway";
import type { UserId } from "@/server/platform/actor";
import { publishProgress } from "./activities.service";
import { failSentRecipient, markRecipientsAnswered } from "./campaign-answers.repository";
import { skipFollowUps } from "./follow-ups.repository";
import { describeTemplatePause, stopOffers, toCause } from "./refusals.service";
import { pauseFromOutside } from "./runs.repository";

/**
 * Records that a recipient of a campaign has answered, and ends what was to follow: nothing goes out once the answer is
 * stored. Call inside the transaction that stores it.
 */
export async function markRecipientAnswered(ownerId: UserId, phoneKey: string): Promise<void> {
  const campaignIds = await markRecipientsAnswered(ownerId, phoneKey);
  if (campaignIds.length === 0) return;
  // After the statement that waited for a message's outcome: what this one planned is seen now.
  await skipFollowUps(ownerId, phoneKey, { cause: "answered", detail: "Respondeu" });
  for (const campaignId of campaignIds) await publishProgress(ownerId, campaignId);
}

const NOT_DELIVERED = "A mensagem anterior não foi entregue";

/**
 * Records that an accepted message was not delivered, and what follows from why: what is wrong with the template pauses
 * the run. Call inside a transaction.
 */
export async function markRecipientFailed(
  ownerId: UserId,
  providerMessageId: string,
  { because = null, failure }: { because?: RefusalReason | null; failure?: string | null } = {},
): Promise<void> {
  const detail = failure ?? "O WhatsApp não entregou a mensagem";
  const cause = toCause(because, "not_delivered");
  const failed = await failSentRecipient(ownerId, providerMessageId, { cause, detail });
  if (!failed) return;
  if (failed.lead_id) await markLeadContacted(ownerId, failed.lead_id, "failed");
  await skipFollowUps(ownerId, failed.phone_key, { cause: "not_delivered", detail: NOT_DELIVERED });
  if (because === "no_offers") await stopOffers(ownerId, failed);
  if (because === "template") {
    await pauseFromOutside(ownerId, failed.run_id, describeTemplatePause(detail));
  }
  await publishProgress(ownerId, failed.campaign_id);
}
