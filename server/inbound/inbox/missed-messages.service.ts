import { findUnstored } from "@/server/messaging/messages/messages.service";
import { refreshConnection } from "@/server/messaging/whatsapp/connection.service";
import { recordGap } from "@/server/messaging/whatsapp/gaps.service";
import { findOwnInstance, type Instance } from "@/server/messaging/whatsapp/instances.service";
import { renewWebhook } from "@/server/messaging/whatsapp/pairing.service";
import { claimLooks, findHistory } from "@/server/messaging/whatsapp/phone-readings.service";
import type { WhatsappEvent } from "@/server/messaging/whatsapp/whatsapp-events.gateway";
import { ownerOfRow } from "@/server/platform/actor";
import { env } from "@/server/platform/env";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { leaveErasedOut } from "./erased-people.service";
import { findHiddenNumbers, listIdentities } from "./hidden-numbers.service";
import { receiveEvents } from "./inbox.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

const DUE_AT_ONCE = 5;
const PAGE_SIZE = 100;
const MAX_PAGES = 5;
/** The last look may have been cut short. */
const OVERLAP_MS = 5 * 60_000;
const LONGEST_LOOK_MS = 6 * 60 * 60_000;

/**
 * Asks the provider whether each phone is still connected, and for the newest messages, as its webhooks may be lost
 * without a word. What had not come in is taken in as if it had.
 */
export const lookForMissedMessages = defineDuty({
  name: "look for missed messages",
  everyS: 5,
  run: async () => {
    const due = await claimLooks(DUE_AT_ONCE, env.WHATSAPP_PROBE_SECONDS);
    await Promise.all(
      due.map((instance) =>
        look(instance, instance.looked_before).catch((error: unknown) =>
          logger.warn({ userId: instance.owner_id, err: error }, "missed messages not looked for"),
        ),
      ),
    );
  },
});

async function look(claimed: Instance, lookedBefore: Date | null): Promise<void> {
  const ownerId = ownerOfRow(claimed.owner_id);
  await refreshConnection(ownerId);
  const instance = await findOwnInstance(ownerId);
  if (instance?.status !== "CONNECTED" || !instance.paired_at) return;
  const now = Date.now();
  const since = new Date(
    Math.max(
      (lookedBefore?.getTime() ?? now) - OVERLAP_MS,
      now - LONGEST_LOOK_MS,
      instance.paired_at.getTime(),
    ),
  );
  // The webhook of a later one may still be on its way.
  const before = now - (env.WHATSAPP_PROBE_SECONDS * 1_000) / 3;
  const missed: MessageEvent[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { events, full } = await findHistory(instance, { since, page, size: PAGE_SIZE });
    missed.push(...(await takePage(instance, events, before)));
    if (!full) break;
  }
  if (missed.length > 0) await takeIn(instance, missed);
  await receiveEvents(instance, await findHiddenNumbers(instance, lookedBefore ?? since));
}

async function takeIn(instance: Instance, missed: MessageEvent[]): Promise<void> {
  const ownerId = ownerOfRow(instance.owner_id);
  missed.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
  await receiveEvents(instance, missed);
  // Where webhooks go may have been changed, or forgotten, at the provider.
  await renewWebhook(ownerId);
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
 * Learns who is who from a page of records. Returns those of its messages that are not stored and older than `before`, as
 * if they came now.
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
  // A record may name both the id and the number of a person, where the webhook named one.
  await receiveEvents(instance, listIdentities(messages));
  const unstored = await findUnstored(
    instance.id,
    messages.map(({ id }) => id),
  );
  return messages
    .filter(({ id, sentAt }) => unstored.has(id) && sentAt.getTime() < before)
    .map((message) => ({ ...message, origin: "live" }));
}
