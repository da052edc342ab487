import PQueue from "p-queue";
import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findUnstored } from "@/server/messaging/messages/messages.service";
import {
  claimHistoryReads,
  findHistory,
  type HistoryReading,
  settleHistoryReading,
} from "@/server/messaging/whatsapp/phone-readings.service";
import { ownerOfRow } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { leaveErasedOut } from "./erased-people.service";
import { isSincePairing, receiveEvents } from "./inbox.service";

const HISTORY_DAYS = 90;
const PAGE_SIZE = 200;
/** More than a phone's conversations of 90 days; stops reading a provider whose pages never end. */
const MAX_PAGES = 500;
/** Longer than the longest reading; after a crash the reading starts over and stores nothing twice. */
const RETRY_S = 900;
const DAY_MS = 24 * 60 * 60_000;

/** Readings at once in this process: a slow provider takes one place, and other phones are read meanwhile. */
const readings = new PQueue({ concurrency: 4 });

/** Stores the messages from before phones were paired, as soon as a part of them was handed over, until all are. */
export const sweepHistories = defineDuty({
  name: "read histories",
  everyS: 2,
  run: async () => {
    const due = await claimHistoryReads(readings.concurrency - readings.pending, RETRY_S);
    await readings.addAll(
      due.map((reading) => async () => {
        await readHistory(reading).catch((error: unknown) =>
          logger.warn({ ownerId: reading.owner_id, err: error }, "history not read"),
        );
      }),
    );
  },
  overlaps: true,
});

/** From the newest page to the oldest: what arrives meanwhile only moves messages to pages still to come. */
async function readHistory(reading: HistoryReading): Promise<void> {
  const since = new Date(reading.began.getTime() - HISTORY_DAYS * DAY_MS);
  let found = false;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { events, full } = await findHistory(reading, { since, page, size: PAGE_SIZE });
    const news = await findNews(reading, events);
    await receiveEvents(reading, news);
    found ||= await hasNewMessages(reading, news);
    if (!full) break;
  }
  await settleHistoryReading(reading, found);
}

/** Skips stored messages: a history is read several times while it arrives. */
async function findNews(reading: HistoryReading, events: WhatsappEvent[]) {
  const said = events.filter((event) => event.type === "message");
  const unstored = await findUnstored(
    reading.id,
    said.map(({ id }) => id),
  );
  return events.filter((event) =>
    event.type === "message" || event.type === "status" ? unstored.has(event.id) : true,
  );
}

/**
 * Whether the reading stores any new message. It never stores messages since the pairing, or of erased people, which
 * therefore come again each time.
 */
async function hasNewMessages(reading: HistoryReading, news: readonly WhatsappEvent[]) {
  const said = news.filter((event) => event.type === "message");
  const past = said.filter(({ sentAt }) => !isSincePairing(reading, sentAt));
  return (await leaveErasedOut(ownerOfRow(reading.owner_id), past)).length > 0;
}
