import { OPT_OUT_CONFIRMATION } from "@/lib/domain/messages/opt-out";
import { lockConversations } from "@/server/messaging/messages/outgoing-messages.repository";
import { deleteSend } from "@/server/messaging/messages/outgoing-messages.service";
import { findDueConfirmations } from "@/server/messaging/opt-outs/confirmations.repository";
import {
  claimConfirmation,
  hasConfirmedElsewhere,
  insertConfirmation,
} from "@/server/messaging/opt-outs/opt-outs.service";
import { findPhoneShare, findSender } from "@/server/messaging/whatsapp/instances.service";
import { sendText } from "@/server/messaging/whatsapp/messaging.service";
import { type OwnerId, ownerOfRow } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { logger } from "@/server/platform/logger";
import { BY_ITSELF, deliver, openSend } from "./chat-outbox.service";

const AT_ONCE = 20;

/**
 * Answers new opt-outs with one message each. It is sent at most once, like every message: the claim records the
 * message id in the same transaction. One that does not go out is not tried again.
 */
export const confirmOptOuts = defineDuty({
  name: "confirm opt-outs",
  everyS: 1,
  run: async () => {
    const due = await findDueConfirmations(AT_ONCE);
    await Promise.all(
      due.map(async ({ owner_id, phone_key }) => {
        const ownerId = ownerOfRow(owner_id);
        await confirmOptOut(ownerId, phone_key).catch((error: unknown) =>
          logger.warn({ ownerId, err: error }, "opt-out not confirmed"),
        );
      }),
    );
  },
  // A message that is being handed over is claimed, and so no longer due.
  overlaps: true,
});

async function confirmOptOut(ownerId: OwnerId, phoneKey: string): Promise<void> {
  const opened = await transaction(() => openConfirmation(ownerId, phoneKey));
  if (!opened) return;
  await deliver(ownerId, opened, { withdraw: deleteSend, transmit: sendText });
}

/** Locks the conversations before the opt-out, in the same order as incoming messages. */
async function openConfirmation(ownerId: OwnerId, phoneKey: string) {
  const conversation = await lockConversations(ownerId, phoneKey);
  const claim = await claimConfirmation(ownerId, phoneKey);
  if (!claim?.wanted || !conversation) return null;
  const sender = await findSender(ownerId, conversation.instance_id ?? "default");
  if (!sender?.connected || sender.restrictedUntil || sender.recovering) return null;
  const { others } = await findPhoneShare(sender);
  if (await hasConfirmedElsewhere(others, sender.senderKey, phoneKey)) return null;
  const opened = await openSend(
    ownerId,
    sender.instance.id,
    {
      phoneKey,
      chatId: conversation.chat_id,
      quoted: null,
      kind: "text",
      text: OPT_OUT_CONFIRMATION,
      media: null,
    },
    BY_ITSELF,
  );
  await insertConfirmation(ownerId, phoneKey, opened.messageId);
  return opened;
}
