import { deliverRun } from "@/server/campaigns/campaigns/campaigns.jobs";
import { findSending } from "@/server/campaigns/campaigns/delivery.repository";
import { wakeRun } from "@/server/campaigns/campaigns/runs.repository";
import type { SentLookup } from "@/server/messaging/gateway/whatsapp.gateway";
import type { Send } from "@/server/messaging/sends/sends.service";
import { deleteSends } from "@/server/messaging/sends/sends.service";
import { askAboutSends } from "@/server/messaging/whatsapp/open-sends.service";
import { ownerOfRow } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueue } from "@/server/platform/jobs/enqueue";
import { settleLookup } from "./delivery-outcome.service";

/** Finds the outcomes of campaign messages whose worker died before the answer came; their runs wait for them. */
export const settleCampaignSends = defineDuty({
  name: "settle campaign sends",
  everyS: 2,
  run: () => askAboutSends("campaign", settleFound),
});

async function settleFound(send: Send, found: SentLookup): Promise<void> {
  const sending = await findSending(send.ref_id);
  if (!sending) return deleteSends("campaign", [send.ref_id]);
  const { run_id: id, campaign_id: campaignId, lease_no: leaseNo, stop_at } = sending;
  const run = { id, campaignId, leaseNo, ownerId: ownerOfRow(send.owner_id) };
  await settleLookup(run, sending, found, {
    instanceId: send.instance_id,
    since: send.opened_at,
    stopping: stop_at !== null,
  });
  if (found.outcome === "no_answer") return;
  await wakeRun(id);
  await enqueue(deliverRun, { id, leaseNo });
}
