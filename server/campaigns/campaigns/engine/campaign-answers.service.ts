import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import * as repository from "@/server/campaigns/campaigns/campaign-answers.repository";
import { restoreFollowUp, skipFollowUps } from "@/server/campaigns/campaigns/follow-ups.repository";
import { pauseFromOutside, wakeRun } from "@/server/campaigns/campaigns/runs.repository";
import { markLeadContacted } from "@/server/leads/leads/lead-marks.service";
import type { RefusalReason } from "@/server/messaging/gateway/whatsapp-events.gateway";
import type { OwnerId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { publishProgress } from "./progress.service";
import { describeTemplatePause, stopOffers, toCause } from "./refusals.service";

/**
 * Records that a recipient of a campaign has answered, with the reading where it is known; `settled`: a user decided
 * it. Follow-ups end: none goes out once the answer is stored. An automatic answer does not count. Call inside the
 * transaction that stores it.
 */
export async function markRecipientAnswered(
  ownerId: OwnerId,
  phoneKey: string,
  { intent = null, settled = false }: { intent?: AnswerKind | null; settled?: boolean } = {},
): Promise<void> {
  const campaignIds = await repository.markRecipientsAnswered(ownerId, phoneKey, {
    intent,
    settled,
  });
  if (campaignIds.length === 0) return;
  // After the statement that waited for a message's outcome: follow-ups planned with that outcome are visible now.
  await skipFollowUps(ownerId, phoneKey, { cause: "answered", detail: "Respondeu" });
  for (const campaignId of campaignIds) await publishProgress(ownerId, campaignId);
}

/**
 * Withdraws a number's answer, because a machine wrote it. Follow-ups wait again, in runs that continue. Call inside a
 * transaction.
 */
export async function unmarkRecipientAnswered(ownerId: OwnerId, phoneKey: string): Promise<void> {
  const unmarked = await repository.unmarkRecipientsAnswered(ownerId, phoneKey);
  for (const { id, run_id, campaign_id } of unmarked) {
    if (await restoreFollowUp(ownerId, id, "answered")) afterCommit(() => wakeRun(run_id));
    await publishProgress(ownerId, campaign_id);
  }
}

/** Whether a campaign wrote to this number and has no answer yet, or one from the last days. */
export function isAnswerToCampaign(ownerId: OwnerId, phoneKey: string): Promise<boolean> {
  return repository.hasFreshRecipient(ownerId, phoneKey);
}

const NOT_DELIVERED = "A mensagem anterior não foi entregue";
const DELIVERED = "A mensagem foi entregue";

/**
 * Records that an accepted message was not delivered, and applies the consequences: a problem with the template pauses
 * the run. If one of the contact's devices has the message and another has not, it counts as delivered. Call inside a
 * transaction, after the message's own status.
 */
export async function markRecipientFailed(
  ownerId: OwnerId,
  told: repository.ToldMessage,
  { because = null, failure }: { because?: RefusalReason | null; failure?: string | null } = {},
): Promise<void> {
  const detail = failure ?? "O WhatsApp não entregou a mensagem";
  const cause = toCause(because, "not_delivered");
  const failed = await repository.failSentRecipient(ownerId, told, { cause, detail });
  if (!failed) return;
  if (failed.lead_id) await markLeadContacted(ownerId, failed.lead_id, "failed");
  await skipFollowUps(ownerId, failed.phone_key, { cause: "not_delivered", detail: NOT_DELIVERED });
  if (because === "no_offers") await stopOffers(ownerId, failed);
  if (because === "template") {
    await pauseFromOutside(ownerId, failed.run_id, describeTemplatePause(detail));
  }
  await publishProgress(ownerId, failed.campaign_id);
}

/**
 * Records that a message was delivered although another device had failed to get it: its recipient, its lead and the
 * next step return to the state before the failure. Call inside a transaction.
 */
export async function markRecipientDelivered(
  ownerId: OwnerId,
  told: repository.ToldMessage,
): Promise<void> {
  const restored = await repository.restoreRecipient(ownerId, told);
  if (!restored) return;
  if (restored.lead_id) await markLeadContacted(ownerId, restored.lead_id, "sent");
  await repository.skipNewAttempts(ownerId, restored, DELIVERED);
  if (await restoreFollowUp(ownerId, restored.id, "not_delivered")) {
    afterCommit(() => wakeRun(restored.run_id));
  }
  await publishProgress(ownerId, restored.campaign_id);
}
