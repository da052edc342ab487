import { ownerOfRow } from "@/server/actor";
import { transaction } from "@/server/db/transaction";
import { describeProvider } from "@/server/whatsapp/provider.service";
import * as repository from "./campaigns.repository";
import { startRun } from "./campaigns.service";

const AT_ONCE = 50;

/**
 * Starts the campaigns that are due. A campaign whose owner has an active run waits until that run ends; all wait while
 * the provider takes nothing but templates for strangers.
 */
export async function startDueCampaigns(): Promise<void> {
  if (describeProvider().templates_outside_window) return;
  let started = 0;
  while (started < AT_ONCE && (await startNextDueCampaign())) started += 1;
}

/** Returns false when there is nothing to start. */
function startNextDueCampaign(): Promise<boolean> {
  return transaction(async () => {
    const due = await repository.lockDueCampaign();
    if (!due) return false;
    const ownerId = ownerOfRow(due.owner_id);
    const recipients = await startRun(ownerId, {
      campaignId: due.id,
      numLeads: due.num_leads,
      variants: due.variants,
      due: due.due,
    });
    // Another run of this owner started meanwhile: this one starts after it ends.
    if (recipients === null) return false;
    await repository.setNextRun(ownerId, due.id, null);
    return true;
  });
}
