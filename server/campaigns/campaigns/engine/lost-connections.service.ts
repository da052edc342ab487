import { paths } from "@/lib/paths";
import { takeOwnersToTell } from "@/server/campaigns/campaigns/lost-connections.repository";
import { founderOf } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { enqueueNotice } from "@/server/platform/mail/mail.service";

/** A phone that changes from one network to another has reconnected by then. */
const TOLD_AFTER_MINUTES = 15;
const MOST_AT_ONCE = 100;
/** After this time the campaign has been given up. */
const USEFUL_HOURS = 24;

/** Notifies owners by mail that their campaign waits for a WhatsApp that is not connected. */
export const tellOfLostConnections = defineDuty({
  name: "tell of lost connections",
  everyS: 60,
  run: () =>
    transaction(async () => {
      for (const ownerId of await takeOwnersToTell(TOLD_AFTER_MINUTES, MOST_AT_ONCE)) {
        await enqueueNotice({
          personId: founderOf(ownerId),
          kind: "campaign_waits",
          link: new URL(paths.dashboard, env.APP_URL).toString(),
          expiresAt: new Date(Date.now() + USEFUL_HOURS * 3_600_000),
        });
      }
    }),
});
