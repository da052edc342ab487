import { deliverRun } from "@/server/campaigns/campaigns.jobs";
import { runImport } from "@/server/imports/imports.jobs";
import { sendMail } from "@/server/mail/mail.jobs";
import { fetchMedia } from "@/server/media/media.jobs";
import { runSearch } from "@/server/searches/searches.jobs";

/** All jobs. It does not compile unless registry.ts has a handler for each and start.ts a worker for each queue. */
export const catalog = [runSearch, deliverRun, runImport, sendMail, fetchMedia] as const;

export type JobName = (typeof catalog)[number]["name"];
export type QueueName = (typeof catalog)[number]["queue"];
