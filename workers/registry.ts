import { carryOutOrder } from "@/server/billing/billing.jobs";
import { orderWork } from "@/server/billing/orders.service";
import { processBillingEvent } from "@/server/billing-events/billing-events.jobs";
import { eventWork } from "@/server/billing-events/event-work.service";
import { runDelivery } from "@/server/campaigns/campaign-delivery.service";
import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { importWork } from "@/server/imports/import-execution.service";
import { runImport } from "@/server/imports/imports.jobs";
import { workOnRow } from "@/server/jobs/leased-work";
import { sendMail } from "@/server/mail/mail.jobs";
import { mailDelivery } from "@/server/mail/mail-delivery.service";
import { fetchMedia } from "@/server/media/media.jobs";
import { mediaDownload } from "@/server/media/media-download.service";
import { registryWork } from "@/server/registry-import/registry-execution.service";
import { runRegistryImport } from "@/server/registry-import/registry-import.jobs";
import { searchWork } from "@/server/searches/search-execution.service";
import { runSearch } from "@/server/searches/searches.jobs";
import {
  deliverSlowWebhook,
  deliverWebhook,
} from "@/server/webhook-deliveries/webhook-deliveries.jobs";
import {
  slowWebhookDelivery,
  webhookDelivery,
} from "@/server/webhook-deliveries/webhook-delivery.service";
import type { JobName } from "./catalog";
import { defineHandler, type Handler } from "./handler";

/** Does not compile if a job of the catalog is missing or has another job's handler. */
export const handlers: { readonly [N in JobName]: Handler<N> } = {
  "searches.run": defineHandler(runSearch, ({ id }, signal) => workOnRow(searchWork, id, signal)),
  "campaigns.deliver-run": defineHandler(deliverRun, ({ id }, signal) =>
    workOnRow(runDelivery, id, signal),
  ),
  "imports.run": defineHandler(runImport, ({ id }, signal) => workOnRow(importWork, id, signal)),
  "media.fetch": defineHandler(fetchMedia, ({ id }, signal) =>
    workOnRow(mediaDownload, id, signal),
  ),
  "registry.import": defineHandler(runRegistryImport, ({ id }, signal) =>
    workOnRow(registryWork, id, signal),
  ),
  "billing.event": defineHandler(processBillingEvent, ({ id }, signal) =>
    workOnRow(eventWork, id, signal),
  ),
  "billing.order": defineHandler(carryOutOrder, ({ id }, signal) =>
    workOnRow(orderWork, id, signal),
  ),
  "webhooks.deliver": defineHandler(deliverWebhook, ({ id }, signal) =>
    workOnRow(webhookDelivery, id, signal),
  ),
  "webhooks.deliver-slow": defineHandler(deliverSlowWebhook, ({ id }, signal) =>
    workOnRow(slowWebhookDelivery, id, signal),
  ),
  "mails.send": defineHandler(sendMail, ({ id }, signal) => workOnRow(mailDelivery, id, signal)),
};
