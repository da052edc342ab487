import { paths } from "@/lib/paths";
import { takeOwnersToTell } from "@/server/campaigns/campaigns/lost-connections.repository";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { notifyOwners } from "@/server/platform/mail/mail.service";

/** A phone that changes from one network to another has reconnected by then. */
const TOLD_AFTER_MINUTES = 15;
const MOST_AT_ONCE = 100;
/** After this time the campaign has been given up. */
const USEFUL_DAYS = 1;

/** Notifies owners by mail that their campaign waits for a WhatsApp that is not connected. */
export const tellOfLostConnections = defineDuty({
  name: "tell of lost connections",
  everyS: 60,
  run: () =>
    transaction(async () => {
      for (const ownerId of await takeOwnersToTell(TOLD_AFTER_MINUTES, MOST_AT_ONCE)) {
        await notifyOwners(ownerId, "campaign_waits", paths.dashboard, USEFUL_DAYS);
      }
    }),
});
