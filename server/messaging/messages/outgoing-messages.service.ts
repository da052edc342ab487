import type { MessageKind } from "@/lib/domain/messages/message-kind";
import { MESSAGE_RANK } from "@/lib/domain/messages/message-status";
import { recordEvent } from "@/server/integrations/events/events.service";
import { deleteSends, insertSends } from "@/server/messaging/sends/sends.service";
import type { OwnerId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { nameHolder } from "./assignments.service";
import * as repository from "./outgoing-messages.repository";

/**
 * Records a message under the id chosen for it, before it is handed to the provider.
 * @throws AppError conversation_taken with who answers the conversation
 */
export async function openSend(
  ownerId: OwnerId,
  send: {
    instanceId: number;
    messageId: string;
    phoneKey: string;
    chatId: string;
    kind: MessageKind;
    text: string | null;
    quotedId: string | null;
    bytes: number | null;
  },
  by: repository.Sending,
): Promise<{ id: number; sentAt: Date }> {
  const row = await repository.insertSend(ownerId, { ...send, rank: MESSAGE_RANK.pending }, by);
  if (!row) throw await nameHolder(ownerId, send);
  const { chatId: address, text: content, ...rest } = send;
  await insertSends("chat", [{ ...rest, ownerId, refId: row.id, address, content }]);
  return { id: row.id, sentAt: row.sent_at };
}

/**
 * Records that the provider took a send, under the provider's id. Returns the id of the stored message: the send's own,
 * or that of the same message if the provider reported it first.
 */
export async function confirmSend(
  ownerId: OwnerId,
  sendId: number,
  providerMessageId: string,
): Promise<number> {
  const taken = { providerMessageId, rank: MESSAGE_RANK.sent };
  const kept = await repository.confirmSend(ownerId, sendId, taken);
  await deleteSends("chat", [sendId]);
  if (kept === null) return sendId;
  await recordEvent(ownerId, "message_sent", { metadata: { message_id: kept, by: "person" } });
  return kept;
}

/**
 * Records that the provider took a send: it assigned its own id and returned ours. Returns the contact's key; null when
 * the outcome was recorded before. Call inside a transaction.
 */
export async function settleSend(
  ownerId: OwnerId,
  { instanceId, messageId, id }: { instanceId: number; messageId: string; id: string },
): Promise<{ phoneKey: string } | null> {
  const open = await repository.findOpenSend(ownerId, instanceId, messageId);
  if (!open) return null;
  await confirmSend(ownerId, open.id, id);
  return { phoneKey: open.phone_key };
}

/**
 * Matches a message reported by the provider with a send whose answer is still missing, by its text: a provider that
 * chooses its own ids does not say which send it is. Returns false when no open send matches. Call inside a
 * transaction.
 */
export async function settleEchoedSend(
  ownerId: OwnerId,
  echo: Parameters<typeof repository.findEchoedSend>[1],
): Promise<boolean> {
  const sendId = await repository.findEchoedSend(ownerId, echo);
  if (sendId === null) return false;
  await confirmSend(ownerId, sendId, echo.providerMessageId);
  return true;
}

/**
 * Removes a send that did not go out, or one that failed or whose outcome is unknown. Returns what it was; null for any
 * other message.
 */
export function deleteSend(ownerId: OwnerId, sendId: number) {
  return repository.deleteSend(ownerId, sendId, MESSAGE_RANK.failed);
}

/** Records that a send did not go out. Returns false when its outcome was recorded before. */
export function markSendFailed(ownerId: OwnerId, sendId: number): Promise<boolean> {
  return close(sendId, () => repository.markSendFailed(ownerId, sendId, MESSAGE_RANK.failed));
}

/** Records that the outcome of a send cannot be found out. Returns false when it was recorded before. */
export function markSendUnconfirmed(ownerId: OwnerId, sendId: number): Promise<boolean> {
  return close(sendId, () => repository.markSendUnconfirmed(ownerId, sendId));
}

function close(sendId: number, record: () => Promise<boolean>): Promise<boolean> {
  return transaction(async () => {
    const recorded = await record();
    await deleteSends("chat", [sendId]);
    return recorded;
  });
}
