import { orderWork } from "@/server/billing/orders.service";
import { eventWork } from "@/server/billing-events/event-work.service";
import { runDelivery } from "@/server/campaigns/campaign-delivery.service";
import { importWork } from "@/server/imports/import-execution.service";
import { mailDelivery } from "@/server/mail/mail-delivery.service";
import { mediaDownload } from "@/server/media/media-download.service";
import { registryWork } from "@/server/registry-import/registry-execution.service";
import { searchWork } from "@/server/searches/search-execution.service";
import {
  slowWebhookDelivery,
  webhookDelivery,
} from "@/server/webhook-deliveries/webhook-delivery.service";

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
