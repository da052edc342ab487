import { ownerOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { alertAdministrator } from "./alerts.service";
import { syncSubscription } from "./subscription-sync.service";
import { claimComparisons } from "./subscriptions.repository";

/** Few at a time: the provider limits calls, and each takes four. */
const AT_ONCE = 20;

/** Once a night compares every running record with the provider, corrects differences, and reports them. */
export const compareWithProvider = defineDuty({
  name: "compare billing records",
  everyS: 60,
  run: async () => {
    if (!env.payments) return;
    for (const { id, user_id, stripe_subscription_id } of await claimComparisons(AT_ONCE)) {
      try {
        const { differences } = await syncSubscription(ownerOfRow(user_id), stripe_subscription_id);
        if (!differences) continue;
        await alertAdministrator({
          kind: "record_mended",
          subject: stripe_subscription_id,
          ownerId: user_id,
          detail: differences,
        });
      } catch (error) {
        logger.warn({ billing: id, err: error }, "record not compared: the next night will");
      }
    }
  },
});
