import { carryOutOrder } from "@/server/billing/billing.jobs";
import { processBillingEvent } from "@/server/billing-events/billing-events.jobs";
import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { runImport } from "@/server/imports/imports.jobs";
import { sendMail } from "@/server/mail/mail.jobs";
import { fetchMedia } from "@/server/media/media.jobs";
import { runRegistryImport } from "@/server/registry-import/registry-import.jobs";
import { runSearch } from "@/server/searches/searches.jobs";
import {
  deliverSlowWebhook,
  deliverWebhook,
} from "@/server/webhook-deliveries/webhook-deliveries.jobs";

/** All jobs. It does not compile unless registry.ts has a handler for each and start.ts a worker for each queue. */
export const catalog = [
  runSearch,
  deliverRun,
  runImport,
  sendMail,
  fetchMedia,
  runRegistryImport,
  processBillingEvent,
  carryOutOrder,
  deliverWebhook,
  deliverSlowWebhook,
] as const;

export type JobName = (typeof catalog)[number]["name"];
export type QueueName = (typeof catalog)[number]["queue"];
