import { orderCancellations } from "@/server/billing/billing/orders.service";
import { stopAllActivities } from "@/server/campaigns/campaigns/plan/activities.service";
import { stopAllSearches } from "@/server/discovery/searches/searches.service";
import { stopAllWebhooks } from "@/server/integrations/webhook-deliveries/webhook-deliveries.service";
import { stopAllImports } from "@/server/leads/imports/imports.service";
import { scheduleLogOut } from "@/server/messaging/whatsapp/pairing.service";
import type { OwnerId } from "@/server/platform/actor";
import { cancelMailsOf } from "@/server/platform/mail/mail.service";

/**
 * Ends the pending work of a closed account. Claims of further work skip inactive accounts by themselves. Joins the
 * current transaction.
 */
export async function stopAllWork(ownerId: OwnerId): Promise<void> {
  await stopAllActivities(ownerId);
  await stopAllSearches(ownerId);
  await stopAllImports(ownerId);
  await stopAllWebhooks(ownerId);
  await scheduleLogOut(ownerId);
  await cancelMailsOf(ownerId);
  await orderCancellations(ownerId);
}
