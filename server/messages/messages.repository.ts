import type { UserId } from "@/server/actor";
import { execute, firstRow, sql } from "@/server/db/sql";

export interface StoredMessage {
  instanceId: number;
  providerMessageId: string;
  phoneKey: string;
  chatId: string;
  name: string | null;
  direction: "in" | "out";
  content: string | null;
  statusRank: number;
  sentAt: Date;
  isUnread: boolean;
}

/**
 * Serialises, until the transaction ends, what arrives about one message: a receipt that is stored as early while its
 * message is being inserted would be applied by neither.
 */
export async function lockMessageId(instanceId: number, providerMessageId: string): Promise<void> {
  await execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${providerMessageId}, ${instanceId}::bigint))`,
  );
}

/**
 * Stores a message once: the unique (instance, provider id) ignores repetitions, in any order. Returns false when it
 * was already stored. A receipt that arrived first is applied. Call inside a transaction.
 */
export async function storeMessage(ownerId: UserId, message: StoredMessage): Promise<boolean> {
  const conversation = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name)
        VALUES (${ownerId}, ${message.phoneKey}, ${message.chatId}, ${message.name})
        ON CONFLICT (owner_id, phone_key) DO UPDATE
        SET chat_id = excluded.chat_id, name = coalesce(excluded.name, conversations.name)
        RETURNING id`,
  );
  await lockMessageId(message.instanceId, message.providerMessageId);
  const stored = await firstRow<{ id: number }>(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, content, status_rank, sent_at)
        VALUES (${ownerId}, ${conversation?.id}, ${message.instanceId}, ${message.providerMessageId}, ${message.direction},
                ${message.content},
                greatest(${message.statusRank}::int, (SELECT status_rank FROM early_receipts
                  WHERE instance_id = ${message.instanceId} AND provider_message_id = ${message.providerMessageId})),
                ${message.sentAt})
        ON CONFLICT (instance_id, provider_message_id) DO NOTHING
        RETURNING id`,
  );
  if (!stored) return false;
  await execute(
    sql`UPDATE conversations SET
          last_message = CASE WHEN last_message_at IS NULL OR last_message_at <= ${message.sentAt} THEN ${message.content} ELSE last_message END,
          last_message_at = greatest(last_message_at, ${message.sentAt}),
          unread_count = unread_count + ${message.isUnread ? 1 : 0}
        WHERE id = ${conversation?.id}`,
  );
  return true;
}

/**
 * Replaces a message's text unless it has a later one. Returns whose message it is, changed or not; null when it is not
 * stored.
 */
export async function editMessage(
  instanceId: number,
  providerMessageId: string,
  text: string | null,
  editedAt: Date,
): Promise<{ direction: "in" | "out"; phone_key: string } | null> {
  const edited = await firstRow<{
    direction: "in" | "out";
    phone_key: string;
    conversation_id: number;
    content: string | null;
    sent_at: Date;
  }>(
    sql`UPDATE messages AS m
        SET content = CASE WHEN m.edited_at IS NULL OR m.edited_at <= ${editedAt} THEN ${text} ELSE m.content END,
            edited_at = greatest(m.edited_at, ${editedAt})
        FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND c.id = m.conversation_id
        RETURNING m.direction, c.phone_key, m.conversation_id, m.content, m.sent_at`,
  );
  if (!edited) return null;
  await execute(
    sql`UPDATE conversations SET last_message = ${edited.content}
        WHERE id = ${edited.conversation_id} AND last_message_at = ${edited.sent_at}`,
  );
  return edited;
}

/**
 * Raises a message's status; a receipt for a message not stored yet is kept. Returns true when the status rose. Call
 * inside a transaction.
 */
export async function raiseStatus(
  instanceId: number,
  providerMessageId: string,
  rank: number,
): Promise<boolean> {
  await lockMessageId(instanceId, providerMessageId);
  const raised = await execute(
    sql`UPDATE messages SET status_rank = ${rank}
        WHERE instance_id = ${instanceId} AND provider_message_id = ${providerMessageId} AND status_rank < ${rank}`,
  );
  if (raised > 0) return true;
  await execute(
    sql`INSERT INTO early_receipts (instance_id, provider_message_id, status_rank)
        SELECT ${instanceId}, ${providerMessageId}, ${rank}
        WHERE NOT EXISTS (SELECT 1 FROM messages
          WHERE instance_id = ${instanceId} AND provider_message_id = ${providerMessageId})
        ON CONFLICT (instance_id, provider_message_id) DO UPDATE
        SET status_rank = greatest(early_receipts.status_rank, excluded.status_rank)`,
  );
  return false;
}
