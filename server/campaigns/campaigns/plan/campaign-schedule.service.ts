import { SCHEDULE_GRACE_HOURS } from "@/lib/domain/campaigns/campaign";
import { findNextOccurrence } from "@/lib/domain/campaigns/recurrence";
import { isPro } from "@/lib/domain/plans/plan";
import * as repository from "@/server/campaigns/campaigns/due-campaigns.repository";
import { publishProgress } from "@/server/campaigns/campaigns/engine/progress.service";
import { describeProvider } from "@/server/messaging/whatsapp/provider.service";
import { ownerOfRow } from "@/server/platform/actor";
import { afterCommit, transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { startRuns } from "./campaigns.service";

/** How long one round may take, and how many campaigns one transaction starts. */
const ROUND_MS = 10_000;
const AT_ONCE = 25;

const MISSED =
  "O horário passou com o sistema parado ou com outra prospecção em andamento por mais de 12 horas.";
const NOT_PRO =
  "O agendamento é do plano PRO: a prospecção não começou, e as próximas foram canceladas.";

/**
 * Starts the campaigns that are due. A campaign whose owner has an active run waits until that run ends, within the
 * grace period. Campaigns of texts wait while strangers accept only templates, and those of templates while the
 * provider has none.
 */
export const startDueCampaigns = defineDuty({
  name: "campaigns due",
  everyS: 1,
  run: async () => {
    const end = Date.now() + ROUND_MS;
    while (Date.now() < end && (await startNextDueCampaigns()));
  },
});

/** Returns false when there was nothing to do. */
function startNextDueCampaigns(): Promise<boolean> {
  return transaction(async () => {
    const due = await repository.lockDueCampaigns(SCHEDULE_GRACE_HOURS, AT_ONCE, {
      byTemplate: describeProvider().templates_outside_window,
    });
    const late = due.filter(({ missed, plan }) => missed || !isPro(plan));
    for (const campaign of late) {
      const reason = isPro(campaign.plan) ? MISSED : NOT_PRO;
      const ownerId = ownerOfRow(campaign.owner_id);
      await repository.recordMissedRun(ownerId, campaign.id, campaign.due, reason);
    }
    const started = await startAll(due.filter((campaign) => !late.includes(campaign)));
    const done = [...late, ...started];
    await repository.setNextRuns(done.map(toNextRun));
    // The others are published by their delivery.
    for (const { owner_id, id } of late) {
      afterCommit(() => publishProgress(ownerOfRow(owner_id), id));
    }
    return done.length > 0;
  });
}

/**
 * Returns the campaigns whose occurrence now has its runs. Of two campaigns by one number the second starts after the
 * first ends.
 */
async function startAll(due: repository.DueCampaign[]): Promise<repository.DueCampaign[]> {
  const started: repository.DueCampaign[] = [];
  for (const campaign of due) {
    const ownerId = ownerOfRow(campaign.owner_id);
    const recipients = await startRuns(
      { ownerId, sight: campaign.sight },
      {
        campaignId: campaign.id,
        instanceIds: campaign.instance_ids,
        numLeads: campaign.num_leads,
        variants: campaign.variants,
        due: campaign.due,
        audience: {
          listIds: campaign.list_ids,
          leadIds: campaign.lead_ids,
          tagIds: campaign.tag_ids,
          repeatLeads: campaign.repeat_leads,
          exceptIds: campaign.except_lead_ids,
        },
        optIn: campaign.opt_in,
        requestId: campaign.request_id,
      },
    );
    if (recipients !== null || (await repository.hasRun(ownerId, campaign.id, campaign.due))) {
      started.push(campaign);
    }
  }
  return started;
}

/** Computed from the rule and the last occurrence, so that a late start does not move the next one. */
export function toNextRun({ id, plan, scheduled_at, recurrence, due }: repository.DueCampaign) {
  const schedule = { firstAt: scheduled_at, recurrence };
  return { campaignId: id, at: isPro(plan) ? findNextOccurrence(schedule, due) : null };
}
