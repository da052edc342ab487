import type { WhatsappEvent } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { recordGap } from "@/server/messaging/whatsapp/gaps.service";
import type { Instance } from "@/server/messaging/whatsapp/instances.service";
import { findHistory } from "@/server/messaging/whatsapp/phone-readings.service";
import { claimRecoveries, endRecovery } from "@/server/messaging/whatsapp/recoveries.service";
import { ownerOfRow } from "@/server/platform/actor";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { findHiddenNumbers } from "./hidden-numbers.service";
import { receiveEvents } from "./inbox.service";
import { takePage } from "./missed-messages.service";

type MessageEvent = Extract<WhatsappEvent, { type: "message" }>;

const DUE_AT_ONCE = 2;
const RETRY_S = 60;
const PAGE_SIZE = 200;
/** A very busy phone's month. Of a provider whose pages never end no more is read, and the phone stays held. */
const MAX_PAGES = 500;
/** Few enough to be stored in the time that a provider waits for an answer. */
const TAKEN_AT_ONCE = 100;

/**
 * Reads each phone's messages since a restored backup, or from while the provider was unreachable, with all their
 * effects: people written to since are not written to again, and answers and opt-outs count.
 */
export const recoverConversations = defineDuty({
  name: "recover conversations",
  everyS: 2,
  run: async () => {
    const due = await claimRecoveries(DUE_AT_ONCE, RETRY_S);
    await Promise.all(
      due.map(async (instance) => {
        if (!instance.recover_since) return;
        await recover(instance, instance.recover_since).catch((error: unknown) =>
          logger.warn({ ownerId: instance.owner_id, err: error }, "conversations not recovered"),
        );
      }),
    );
  },
});

async function recover(instance: Instance, since: Date): Promise<void> {
  const missed: MessageEvent[] = [];
  for (let page = 1; ; page += 1) {
    if (page > MAX_PAGES) throw new Error(`more than ${MAX_PAGES} pages`);
    const { events, full } = await findHistory(instance, { since, page, size: PAGE_SIZE });
    missed.push(...(await takePage(instance, events, Date.now())));
    if (!full) break;
  }
  // An opt-out and its withdrawal must be processed in order.
  missed.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime());
  for (let at = 0; at < missed.length; at += TAKEN_AT_ONCE) {
    await receiveEvents(instance, missed.slice(at, at + TAKEN_AT_ONCE));
  }
  await receiveEvents(instance, await findHiddenNumbers(instance, since));
  await endRecovery(instance.id);
  if (missed.length > 0) {
    await recordGap(ownerOfRow(instance.owner_id), instance.id, {
      kind: "deaf",
      from: missed[0]?.sentAt ?? since,
      until: new Date(),
      late: missed.length,
      missing: 0,
    });
  }
  logger.info({ ownerId: instance.owner_id, messages: missed.length }, "conversations recovered");
}
