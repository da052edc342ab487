import { changePlan } from "@/server/accounts/users/accounts.service";
import { followPlan } from "@/server/campaigns/campaigns/plan/activities.service";
import { recordEvent } from "@/server/integrations/events/events.service";
import { ownerOfRow, type UserId } from "@/server/platform/actor";
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
export async function updatePlan(userId: UserId): Promise<void> {
  await transaction(async () => {
    const gavePro = await accounts.lockAccount(userId);
    const givesPro = await givesProNow(userId);
    if (givesPro === gavePro) return;
    // PRO from elsewhere, which stays when the record ends.
    const changed = await changePlan(userId, givesPro ? "pro" : "free");
    if (givesPro && !changed) return;
    if (changed)
      await recordEvent(userId, givesPro ? "pro_started" : "pro_ended", { metadata: {} });
    await accounts.setGavePro(userId, givesPro);
    const stopped = await followPlan(userId, { isPro: givesPro });
    publish(userId, "plan.changed", {
      plan: givesPro ? "pro" : "free",
      stopped_campaigns: stopped,
    });
    publish(userId, "credits.changed", {});
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
