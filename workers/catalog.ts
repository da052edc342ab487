import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { runImport } from "@/server/imports/imports.jobs";
import { sendMail } from "@/server/mail/mail.jobs";
import { runSearch } from "@/server/searches/searches.jobs";

/** Every job there is; workers/registry.ts must have a handler for each, or it does not compile. */
const catalog = [runSearch, deliverRun, runImport, sendMail] as const;

export type JobName = (typeof catalog)[number]["name"];
