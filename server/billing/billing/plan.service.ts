import { changePlan } from "@/server/accounts/users/accounts.service";
import { followPlan } from "@/server/campaigns/campaigns/plan/activities.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import * as accounts from "./accounts.repository";
import { givesProNow } from "./billing.repository";

const AT_ONCE = 100;

/**
 * Sets the account's plan to what its records give. A plan that no record gave is not changed. Joins the current
 * transaction; open tabs are notified after it.
 */
export async function updatePlan(ownerId: OwnerId): Promise<void> {
  await transaction(async () => {
    const gavePro = await accounts.lockAccount(ownerId);
    const givesPro = await givesProNow(ownerId);
    if (givesPro === gavePro) return;
    // PRO from elsewhere, which stays when the record ends.
    const changed = await changePlan(ownerId, givesPro ? "pro" : "free");
    if (givesPro && !changed) return;
    if (changed)
      await recordEvent(ownerId, givesPro ? "pro_started" : "pro_ended", { metadata: {} });
    await accounts.setGavePro(ownerId, givesPro);
    const stopped = await followPlan(ownerId, { isPro: givesPro });
    publish(ownerId, "plan.changed", {
      plan: givesPro ? "pro" : "free",
      stopped_campaigns: stopped,
    });
    publish(ownerId, "credits.changed", {});
  });
}

/** Ends PRO where its time ran out without further news. */
export const endLapsedPlans = defineDuty({
  name: "end lapsed plans",
  everyS: 10,
  run: async () => {
    for (const { user_id } of await accounts.findLapsedAccounts(AT_ONCE)) {
      await updatePlan(ownerOfRow(user_id));
    }
  },
});
