import { getPhoneKey } from "@/lib/domain/phone/phone";
import { findReported } from "@/server/campaigns/campaigns/delivery.repository";
import { drawNextSend, getPolicy } from "@/server/campaigns/campaigns/gates/pacing.service";
import { wakeRun } from "@/server/campaigns/campaigns/runs.repository";
import type { OwnerId } from "@/server/platform/actor";
import { afterCommit } from "@/server/platform/db/transaction";
import { storeAccepted } from "./delivery-outcome.service";
import { publishProgress } from "./progress.service";

/**
 * A status contains our id of a campaign's message whose outcome is not recorded, or unknown: the provider took it. The
 * answer itself, if it still comes, then changes nothing. Call inside a transaction.
 */
export async function settleReported(
  ownerId: OwnerId,
  { instanceId, messageId, id }: { instanceId: number; messageId: string; id: string },
): Promise<void> {
  const sending = await findReported(ownerId, messageId);
  if (!sending || (sending.instance_id !== null && sending.instance_id !== instanceId)) return;
  const { run_id: runId, campaign_id: campaignId, lease_no: leaseNo, number, address } = sending;
  const run = { id: runId, campaignId, leaseNo, ownerId };
  const chatId = address?.includes("@")
    ? address
    : `${getPhoneKey(number) ?? number}@s.whatsapp.net`;
  const accepted = { providerMessageId: id, chatId };
  // The same pause as after an answer.
  const next = drawNextSend(getPolicy(sending.pacing), null, sending.text);
  await storeAccepted([{ run, sending, instanceId, accepted, next, reported: true }]);
  afterCommit(() => wakeRun(runId));
  afterCommit(() => publishProgress(ownerId, campaignId));
}
