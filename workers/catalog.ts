import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { runImport } from "@/server/imports/imports.jobs";
import { sendMail } from "@/server/mail/mail.jobs";
import { runSearch } from "@/server/searches/searches.jobs";

/** Every job there is: registry.ts must have a handler for each, start.ts a worker for each queue, or they do not compile. */
export const catalog = [runSearch, deliverRun, runImport, sendMail] as const;

export type JobName = (typeof catalog)[number]["name"];
export type QueueName = (typeof catalog)[number]["queue"];
