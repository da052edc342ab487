import { markLeadContacted } from "@/server/leads/leads/leads.service";
import type { UserId } from "@/server/platform/actor";
import { publishProgress } from "./activities.service";
import { failSentRecipient, markRecipientsAnswered } from "./campaigns.repository";

/** Records that a recipient of a campaign has answered. */
export async function markRecipientAnswered(ownerId: UserId, phoneKey: string): Promise<void> {
  for (const campaignId of await markRecipientsAnswered(ownerId, phoneKey)) {
    await publishProgress(ownerId, campaignId);
  }
}

/** Records that an accepted message was not delivered. */
export async function markRecipientFailed(
  ownerId: UserId,
  providerMessageId: string,
): Promise<void> {
  const failed = await failSentRecipient(ownerId, providerMessageId);
  if (!failed) return;
  if (failed.lead_id) await markLeadContacted(ownerId, failed.lead_id, "failed");
  await publishProgress(ownerId, failed.campaign_id);
}
