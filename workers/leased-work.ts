import { billingOrderWork } from "@/server/billing/billing/orders.service";
import { billingEventWork } from "@/server/billing/billing-events/event-work.service";
import { campaignRunWork } from "@/server/campaigns/campaigns/engine/campaign-delivery.service";
import { accountDeletionWork } from "@/server/custody/account-deletions/deletion-work.service";
import { accountExportWork } from "@/server/custody/account-exports/export-work.service";
import { searchWork } from "@/server/discovery/searches/search-execution.service";
import {
  slowWebhookWork,
  webhookWork,
} from "@/server/integrations/webhook-deliveries/webhook-delivery.service";
import { importWork } from "@/server/leads/imports/import-execution.service";
import { mediaWork } from "@/server/messaging/media/media-download.service";
import type { JobName, RowJob } from "@/server/platform/jobs/define-job";
import type { LeasedWork } from "@/server/platform/jobs/leased-work";
import { mailWork } from "@/server/platform/mail/mail-delivery.service";
import { erasureWork } from "@/server/privacy/requests/erasure.service";
import { radarWork } from "@/server/radar/radars/radar-execution.service";
import { registryImportWork } from "@/server/registry/registry-imports/registry-execution.service";

/** The work of each job. The job runner, the served queues and the sweeps for lost rows are derived from it. */
const LEASED_WORK: { readonly [N in JobName]: LeasedWork<RowJob<N>> } = {
  "accounts.archive": accountExportWork,
  "accounts.delete": accountDeletionWork,
  "billing.event": billingEventWork,
  "billing.order": billingOrderWork,
  "campaigns.deliver-run": campaignRunWork,
  "imports.run": importWork,
  "mails.send": mailWork,
  "media.fetch": mediaWork,
  "privacy.erase": erasureWork,
  "radars.run": radarWork,
  "registry.import": registryImportWork,
  "searches.run": searchWork,
  "webhooks.deliver": webhookWork,
  "webhooks.deliver-slow": slowWebhookWork,
};

export const leasedWorks: readonly LeasedWork[] = Object.values(LEASED_WORK);
