import PQueue from "p-queue";
import { toSendAddress } from "@/lib/domain/messages/chat-key";
import type { SentLookup } from "@/server/messaging/gateway/whatsapp.gateway";
import { claimOverdue, type Purpose, type Send } from "@/server/messaging/sends/sends.service";
import { ownerOfRow } from "@/server/platform/actor";
import { logger } from "@/server/platform/logger";
import { findSent } from "./messaging.service";

/** Longer than the provider may take to answer: an older send without an outcome has lost its process. */
const UNSETTLED_S = { text: 20, file: 240 };
const CLAIMED = { limit: 50, ofOneOwner: 5 };
const ASKED_AT_ONCE = 10;

/**
 * Asks the provider for the outcomes of sends whose process died before the answer came. `settle` records the result;
 * while the provider does not answer they are asked about again.
 */
export async function askAboutSends(
  purpose: Purpose,
  settle: (send: Send, found: SentLookup) => Promise<void>,
): Promise<void> {
  const questions = new PQueue({ concurrency: ASKED_AT_ONCE });
  const overdue = await claimOverdue(purpose, UNSETTLED_S, CLAIMED);
  await questions.addAll(
    overdue.map((send) => async () => {
      try {
        await settle(send, await ask(send));
      } catch (error) {
        logger.warn({ ownerId: send.owner_id, sendId: send.id, err: error }, "send not settled");
      }
    }),
  );
}

function ask({
  owner_id,
  instance_id,
  address,
  kind,
  content,
  bytes,
  message_id,
  opened_at,
}: Send) {
  return findSent(
    { ownerId: ownerOfRow(owner_id), instanceId: instance_id },
    {
      number: toSendAddress(address),
      kind,
      text: content,
      bytes,
      messageId: message_id,
      since: opened_at,
    },
  );
}
