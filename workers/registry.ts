import { deliverCampaignRun } from "@/server/campaigns/campaign-delivery.service";
import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { executeImport } from "@/server/imports/import-execution.service";
import { runImport } from "@/server/imports/imports.jobs";
import { sendMail } from "@/server/mail/mail.jobs";
import { deliverMail } from "@/server/mail/mail.service";
import { executeSearch } from "@/server/searches/search-execution.service";
import { runSearch } from "@/server/searches/searches.jobs";
import type { JobName } from "./catalog";
import { type Handler, on } from "./on";

/** A job in the catalog without a line here, or with another job's line, does not compile. */
export const handlers: { readonly [N in JobName]: Handler<N> } = {
  "searches.run": on(runSearch, ({ searchId }, signal) => executeSearch(searchId, signal)),
  "campaigns.deliver-run": on(deliverRun, ({ runId }, signal) => deliverCampaignRun(runId, signal)),
  "imports.run": on(runImport, ({ importId }, signal) => executeImport(importId, signal)),
  "mails.send": on(sendMail, ({ mailId }) => deliverMail(mailId)),
};
