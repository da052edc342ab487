import type { ContactCard, MessageLocation } from "@/lib/domain/messages/message-attachment";
import { DELETED, type MessageKind } from "@/lib/domain/messages/message-kind";
import { toStorableJson } from "@/lib/stored-json";
import type { UserId } from "@/server/actor";
import { execute, firstRow, prepared, rows, sql } from "@/server/db/sql";

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
 * Stores messages once: the unique (instance, provider id) ignores repetitions, in any order. Returns, for each, null when
 * it was already stored. A receipt or a deletion that arrived first is applied. At most one message of a conversation; of
 * several owners if need be. Call inside a transaction.
 */
export async function storeMessages(
  messages: readonly (StoredMessage & { ownerId: UserId })[],
): Promise<(NewMessage | null)[]> {
  const arriving = toStorableJson(messages);
  // PostgreSQL expects a hundred messages and would scan whole tables for them: LIMIT and ARRAY make it look up each row.
  // The locks are as in lockMessageId, and held before the next statement looks for early receipts.
  await execute(
    prepared(
      "upsert conversations",
      sql`INSERT INTO conversations (owner_id, phone_key, chat_id, name)
          SELECT "ownerId", "phoneKey", "chatId", name
          FROM (SELECT *, pg_advisory_xact_lock(hashtextextended("providerMessageId", "instanceId"::bigint))
                FROM json_to_recordset(${arriving}::json)
                  AS m("ownerId" int, "phoneKey" text, "chatId" text, name text, "instanceId" int, "providerMessageId" text)
               ) AS locked
          ON CONFLICT (owner_id, phone_key) DO UPDATE
          SET chat_id = excluded.chat_id, name = coalesce(excluded.name, conversations.name)`,
    ),
  );
  const stored = await rows<{ id: number; place: number; deleted: boolean }>(
    prepared(
      "store messages",
      sql`WITH arriving AS (
          SELECT c.id AS conversation_id, e.status_rank AS early_rank, e.deleted_at, m.*
          FROM ROWS FROM (json_to_recordset(${arriving}::json)
              AS ("ownerId" int, "phoneKey" text, "instanceId" int, "providerMessageId" text, direction text, kind text,
                  content text, "quotedId" text, details jsonb, "statusRank" int, "sentAt" timestamptz, "isUnread" boolean))
            WITH ORDINALITY AS m(owner_id, phone_key, instance_id, provider_message_id, direction, kind, content,
                                 quoted_message_id, details, status_rank, sent_at, is_unread, place)
          CROSS JOIN LATERAL (
            SELECT id FROM conversations WHERE owner_id = m.owner_id AND phone_key = m.phone_key LIMIT 1) AS c
          LEFT JOIN LATERAL (
            SELECT status_rank, deleted_at FROM early_receipts
            WHERE instance_id = m.instance_id AND provider_message_id = m.provider_message_id LIMIT 1) AS e ON true
        ), stored AS (
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                                quoted_message_id, details, status_rank, deleted_at, sent_at)
          SELECT owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                 quoted_message_id, details, greatest(status_rank, early_rank), deleted_at, sent_at
          FROM arriving
          ON CONFLICT (instance_id, provider_message_id) DO NOTHING
          RETURNING id, conversation_id, instance_id, provider_message_id
        )
        UPDATE conversations c SET
          last_message = CASE WHEN last_message_at IS NULL OR last_message_at <= a.sent_at
            THEN CASE WHEN a.deleted_at IS NULL THEN a.content END ELSE last_message END,
          last_message_kind = CASE WHEN last_message_at IS NULL OR last_message_at <= a.sent_at
            THEN CASE WHEN a.deleted_at IS NULL THEN a.kind ELSE ${DELETED} END ELSE last_message_kind END,
          last_message_at = greatest(last_message_at, a.sent_at),
          unread_count = unread_count + a.is_unread::int
        FROM stored s
        JOIN arriving a ON a.instance_id = s.instance_id AND a.provider_message_id = s.provider_message_id
        WHERE c.id = a.conversation_id AND c.id = ANY (ARRAY(SELECT conversation_id FROM stored))
        RETURNING s.id, a.place::int, a.deleted_at IS NOT NULL AS deleted`,
    ),
  );
  const byPlace = new Map(stored.map(({ place, id, deleted }) => [place, { id, deleted }]));
  return messages.map((_message, index) => byPlace.get(index + 1) ?? null);
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
