import { runDelivery } from "@/server/campaigns/campaign-delivery.service";
import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { importWork } from "@/server/imports/import-execution.service";
import { runImport } from "@/server/imports/imports.jobs";
import { workOnRow } from "@/server/jobs/leased-work";
import { sendMail } from "@/server/mail/mail.jobs";
import { mailDelivery } from "@/server/mail/mail-delivery.service";
import { fetchMedia } from "@/server/media/media.jobs";
import { mediaDownload } from "@/server/media/media-download.service";
import { searchWork } from "@/server/searches/search-execution.service";
import { runSearch } from "@/server/searches/searches.jobs";
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
  "mails.send": defineHandler(sendMail, ({ id }, signal) => workOnRow(mailDelivery, id, signal)),
};
