import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { findUnstored } from "@/server/messaging/messages/messages.service";
import { refreshConnection } from "@/server/messaging/whatsapp/connection.service";
import { recordGap } from "@/server/messaging/whatsapp/gaps.service";
import { findRow, type Instance } from "@/server/messaging/whatsapp/instances.service";
import { renewWebhook } from "@/server/messaging/whatsapp/pairing.service";
import {
  claimLooks,
  findHistory,
  markHeard,
} from "@/server/messaging/whatsapp/phone-readings.service";
import { startRecoveryOf } from "@/server/messaging/whatsapp/recoveries.service";
import { ownerOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { leaveErasedOut } from "./erased-people.service";
import { findHiddenNumbers, listIdentities } from "./hidden-numbers.service";
import { receiveEvents } from "./inbox.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

const DUE_AT_ONCE = 5;
/** Even with thousands of phones, a look must not come so late that they seem to have been silent. */
const ROUND_MS = 4_000;
const PAGE_SIZE = 100;
/**
 * More than a phone in busy groups receives between two looks, including their overlap, so that a look need not become
 * a recovery.
 */
const MAX_PAGES = 10;
/** The provider may not have recorded the latest messages yet. */
const OVERLAP_MS = 5 * 60_000;
/** After a longer silence nobody is written to until everything is read. */
const LONGEST_LOOK_MS = 15 * 60_000;

/**
 * Asks the provider whether each phone is still connected, and for the newest messages, because webhooks may be lost
 * silently. Missed messages are processed as if they had just arrived.
 */
export const lookForMissedMessages = defineDuty({
  name: "look for missed messages",
  everyS: 5,
  run: async () => {
    const end = Date.now() + ROUND_MS;
    while ((await lookAtDue()) === DUE_AT_ONCE && Date.now() < end);
  },
});

/** Returns how many were looked at. */
async function lookAtDue(): Promise<number> {
  const due = await claimLooks(DUE_AT_ONCE, env.WHATSAPP_PROBE_SECONDS);
  await Promise.all(
    due.map((instance) =>
      look(instance, instance.heard_until).catch((error: unknown) =>
        logger.warn({ ownerId: instance.owner_id, err: error }, "missed messages not looked for"),
      ),
    ),
  );
  return due.length;
}

/** Where a look does not reach the end, the next one starts there. */
async function look(claimed: Instance, heardUntil: Date | null): Promise<void> {
  const ownerId = ownerOfRow(claimed.owner_id);
  await refreshConnection(ownerId, claimed.id);
  const instance = await findRow(ownerId, claimed.id);
  if (instance?.status !== "CONNECTED" || !instance.paired_at) return;
  const now = Date.now();
  const since = new Date(
    Math.max((heardUntil?.getTime() ?? now) - OVERLAP_MS, instance.paired_at.getTime()),
  );
  if (now - since.getTime() > LONGEST_LOOK_MS) return startRecoveryOf(instance.id, since);
  // The webhook of a later message may still arrive.
  const before = now - (env.WHATSAPP_PROBE_SECONDS * 1_000) / 3;
  const missed: MessageEvent[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { events, full } = await findHistory(instance, { since, page, size: PAGE_SIZE });
    // Pages come from the newest to the oldest, each with its oldest message first.
    missed.unshift(...(await takePage(instance, events, before)));
    if (!full) break;
    if (page === MAX_PAGES) return startRecoveryOf(instance.id, since);
  }
  if (missed.length > 0) await takeIn(instance, missed);
  await receiveEvents(instance, await findHiddenNumbers(instance, heardUntil ?? since));
  await markHeard(instance.id, new Date(before));
}

async function takeIn(instance: Instance, missed: MessageEvent[]): Promise<void> {
  const ownerId = ownerOfRow(instance.owner_id);
  missed.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
  await receiveEvents(instance, missed);
  // The webhook's address may have been changed, or lost, at the provider.
  await renewWebhook(instance);
  const until = new Date();
  await recordGap(ownerId, instance.id, {
    kind: "deaf",
    from: missed[0]?.sentAt ?? until,
    until,
    late: missed.length,
    missing: 0,
  });
}

/**
 * Learns identities from a page of records. Returns those of its messages that are not stored and older than `before`,
 * as if they arrived now.
 */
export async function takePage(
  instance: Instance,
  events: readonly WhatsappEvent[],
  before: number,
): Promise<MessageEvent[]> {
  const messages = await leaveErasedOut(
    ownerOfRow(instance.owner_id),
    events.filter((event) => event.type === "message"),
  );
  // A record may contain both the id and the number of a person where the webhook had only one of them.
  await receiveEvents(instance, listIdentities(messages));
  const unstored = await findUnstored(
    instance.id,
    messages.map(({ id }) => id),
  );
  return messages
    .filter(({ id, sentAt }) => unstored.has(id) && sentAt.getTime() < before)
    .map((message) => ({ ...message, origin: "live" }));
}
