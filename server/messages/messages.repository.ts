import type { ContactCard, MessageLocation } from "@/lib/domain/messages/message-attachment";
import { DELETED, type MessageKind } from "@/lib/domain/messages/message-kind";
import type { UserId } from "@/server/actor";
import { execute, firstRow, prepared, sql } from "@/server/db/sql";

export interface StoredMessage {
  instanceId: number;
  providerMessageId: string;
  phoneKey: string;
  chatId: string;
  name: string | null;
  direction: "in" | "out";
  kind: MessageKind;
  content: string | null;
  quotedId: string | null;
  details: MessageDetails | null;
  statusRank: number;
  sentAt: Date;
  isUnread: boolean;
}

/** What the words of a message leave out. */
export interface MessageDetails {
  location?: MessageLocation;
  contacts?: ContactCard[];
}

/** A message just stored. */
export interface NewMessage {
  id: number;
  /** It was deleted before it came. */
  deleted: boolean;
}

/**
 * Serialises, until the transaction ends, what arrives about one message: a receipt that is stored as early while its
 * message is being inserted would be applied by neither.
 */
export async function lockMessageId(instanceId: number, providerMessageId: string): Promise<void> {
  await execute(
    prepared(
      "lock message id",
      sql`SELECT pg_advisory_xact_lock(hashtextextended(${providerMessageId}, ${instanceId}::bigint))`,
    ),
  );
}

/**
 * Stores a message once: the unique (instance, provider id) ignores repetitions, in any order. Returns null when it was
 * already stored. A receipt or a deletion that arrived first is applied. Call inside a transaction.
 */
export async function storeMessage(
  ownerId: UserId,
  message: StoredMessage,
): Promise<NewMessage | null> {
  const conversation = await firstRow<{ id: number }>(
    prepared(
      "upsert conversation",
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name)
          VALUES (${ownerId}, ${message.phoneKey}, ${message.chatId}, ${message.name})
          ON CONFLICT (owner_id, phone_key) DO UPDATE
          SET chat_id = excluded.chat_id, name = coalesce(excluded.name, conversations.name)
          RETURNING id`,
    ),
  );
  await lockMessageId(message.instanceId, message.providerMessageId);
  const stored = await firstRow<{ id: number; deleted_at: Date | null }>(
    prepared(
      "store message",
      sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                              quoted_message_id, details, status_rank, deleted_at, sent_at)
        SELECT ${ownerId}, ${conversation?.id}::int, ${message.instanceId}, ${message.providerMessageId}, ${message.direction},
               ${message.kind}, ${message.content}, ${message.quotedId},
               ${message.details && JSON.stringify(message.details)}::jsonb,
               greatest(${message.statusRank}::int, early.status_rank), early.deleted_at, ${message.sentAt}::timestamptz
        FROM (SELECT 1) AS one LEFT JOIN early_receipts AS early
          ON early.instance_id = ${message.instanceId} AND early.provider_message_id = ${message.providerMessageId}
        ON CONFLICT (instance_id, provider_message_id) DO NOTHING
        RETURNING id, deleted_at`,
    ),
  );
  if (!stored) return null;
  const deleted = stored.deleted_at !== null;
  const content = deleted ? null : message.content;
  const kind = deleted ? DELETED : message.kind;
  await execute(
    prepared(
      "show last message",
      sql`UPDATE conversations SET
          last_message = CASE WHEN last_message_at IS NULL OR last_message_at <= ${message.sentAt} THEN ${content} ELSE last_message END,
          last_message_kind = CASE WHEN last_message_at IS NULL OR last_message_at <= ${message.sentAt} THEN ${kind} ELSE last_message_kind END,
          last_message_at = greatest(last_message_at, ${message.sentAt}),
          unread_count = unread_count + ${message.isUnread ? 1 : 0}
        WHERE id = ${conversation?.id}`,
    ),
  );
  return { id: stored.id, deleted };
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
    kind: string;
    sent_at: Date;
    deleted_at: Date | null;
  }>(
    sql`UPDATE messages AS m
        SET content = CASE WHEN m.edited_at IS NULL OR m.edited_at <= ${editedAt} THEN ${text} ELSE m.content END,
            edited_at = greatest(m.edited_at, ${editedAt})
        FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND c.id = m.conversation_id
        RETURNING m.direction, c.phone_key, m.conversation_id, m.content, m.kind, m.sent_at, m.deleted_at`,
  );
  if (!edited) return null;
  if (edited.deleted_at !== null) return edited;
  await execute(
    sql`UPDATE conversations SET last_message = ${edited.content}
        WHERE id = ${edited.conversation_id} AND last_message_at = ${edited.sent_at}`,
  );
  return edited;
}

/**
 * Marks a message as deleted; the deletion of one not stored yet is kept. Returns null when it is not stored or was
 * deleted before. Call inside a transaction.
 */
export async function markDeleted(
  instanceId: number,
  providerMessageId: string,
): Promise<{ id: number; phone_key: string } | null> {
  await lockMessageId(instanceId, providerMessageId);
  await execute(
    sql`INSERT INTO early_receipts (instance_id, provider_message_id, status_rank, deleted_at)
        SELECT ${instanceId}, ${providerMessageId}, 0, now()
        WHERE NOT EXISTS (SELECT 1 FROM messages
          WHERE instance_id = ${instanceId} AND provider_message_id = ${providerMessageId})
        ON CONFLICT (instance_id, provider_message_id) DO UPDATE
        SET deleted_at = coalesce(early_receipts.deleted_at, excluded.deleted_at)`,
  );
  const deleted = await firstRow<{
    id: number;
    phone_key: string;
    conversation_id: number;
    sent_at: Date;
  }>(
    sql`UPDATE messages AS m SET deleted_at = now() FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND m.deleted_at IS NULL
          AND c.id = m.conversation_id
        RETURNING m.id, c.phone_key, m.conversation_id, m.sent_at`,
  );
  if (!deleted) return null;
  await execute(
    sql`UPDATE conversations SET last_message = NULL, last_message_kind = ${DELETED}
        WHERE id = ${deleted.conversation_id} AND last_message_at = ${deleted.sent_at}`,
  );
  return deleted;
}

/**
 * Raises a message's status; a receipt for a message not stored yet is kept. Returns true when the status rose. Call
 * inside a transaction.
 */
export async function raiseStatus(
  instanceId: number,
  providerMessageId: string,
  rank: number,
  failure: string | null,
): Promise<boolean> {
  await lockMessageId(instanceId, providerMessageId);
  const raised = await execute(
    sql`UPDATE messages SET status_rank = ${rank}, failure = ${failure}
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

export interface MessageWords {
  kind: MessageKind;
  content: string | null;
}

export function findMessageWords(
  ownerId: UserId,
  instanceId: number,
  providerMessageId: string,
): Promise<MessageWords | null> {
  return firstRow(
    sql`SELECT kind, content FROM messages WHERE owner_id = ${ownerId} AND instance_id = ${instanceId}
          AND provider_message_id = ${providerMessageId}`,
  );
}
