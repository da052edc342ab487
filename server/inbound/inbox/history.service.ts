import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import {
  claimHistoryReads,
  findHistory,
  markHistoryRead,
} from "@/server/messaging/whatsapp/phone-readings.service";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { receiveEvents } from "./inbox.service";

const HISTORY_DAYS = 90;
const PAGE_SIZE = 200;
/** More than a phone's conversations of 90 days; stops reading a provider whose pages never end. */
const MAX_PAGES = 500;
const DUE_AT_ONCE = 2;
/** Longer than the longest reading; after a crash the reading starts over and stores nothing twice. */
const RETRY_S = 900;
const DAY_MS = 24 * 60 * 60_000;

/** Takes in what was said on phones that connected since the last sweep, before we listened. */
export const sweepHistories = defineDuty({
  name: "read histories",
  everyS: 2,
  run: async () => {
    for (const instance of await claimHistoryReads(DUE_AT_ONCE, RETRY_S)) {
      await readHistory(instance).catch((error: unknown) =>
        logger.warn({ userId: instance.owner_id, err: error }, "history not read"),
      );
    }
  },
});

/** From the newest page to the oldest: what arrives meanwhile only moves messages to pages still to come. */
async function readHistory(instance: Instance): Promise<void> {
  const since = new Date(Date.now() - HISTORY_DAYS * DAY_MS);
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { events, full } = await findHistory(instance, { since, page, size: PAGE_SIZE });
    await receiveEvents(instance, events);
    if (!full) break;
  }
  await markHistoryRead(instance);
}
