import { orderWork } from "@/server/billing/billing/orders.service";
import { eventWork } from "@/server/billing/billing-events/event-work.service";
import { runDelivery } from "@/server/campaigns/campaigns/campaign-delivery.service";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import {
  slowWebhookDelivery,
  webhookDelivery,
} from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { mediaDownload } from "@/server/messaging/media/media-download.service";
import { mailDelivery } from "@/server/platform/mail/mail-delivery.service";
import { registryWork } from "@/server/registry/registry-import/registry-execution.service";

/**
 * All work that a queue hands out row by row. What runs a job, the queues that are served and the sweeps for rows that
 * a queue forgot follow from it.
 */
export const LEASED_WORK = [
  searchWork,
  runDelivery,
  importWork,
  mailDelivery,
  mediaDownload,
  registryWork,
  eventWork,
  orderWork,
  webhookDelivery,
  slowWebhookDelivery,
] as const;

export type QueueName = (typeof LEASED_WORK)[number]["job"]["queue"];
