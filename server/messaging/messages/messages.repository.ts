import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { ContactCard, MessageLocation } from "@/lib/domain/messages/message-attachment";
import { DELETED, type MessageKind } from "@/lib/domain/messages/message-kind";
import { OPEN_CALLS } from "@/lib/domain/messages/message-notices";
import { toStorableJson } from "@/lib/stored-json";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";

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
  /** Whether it was just written. */
  isNew: boolean;
  isUnread: boolean;
  /** Our message, just written on another device: its author has read the conversation. */
  tellsRead: boolean;
  /** The intent of a contact's message by itself; null for our messages, and for a notice. */
  intent: AnswerKind | null;
}

/** What a message contains besides its text. */
export interface MessageDetails {
  location?: MessageLocation;
  contacts?: ContactCard[];
}

/** A message just stored. */
export interface NewMessage {
  id: number;
  /** Whether it was deleted before it arrived. */
  deleted: boolean;
  /** Whether an edit of it arrived first. */
  edited: boolean;
}

export interface RaisedMessage {
  id: number;
  direction: "in" | "out";
}

/**
 * Serialises, until the transaction ends, events about one message. Otherwise a receipt stored as early while its
 * message is being inserted would never be applied.
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
 * Stores messages once: the unique (instance, provider id) ignores repetitions, in any order. Returns, for each, null
 * when it was already stored. A receipt or a deletion that arrived first is applied. At most one message per
 * conversation; they may belong to several owners. Call inside a transaction.
 */
export async function storeMessages(
  messages: readonly (StoredMessage & { ownerId: OwnerId })[],
): Promise<(NewMessage | null)[]> {
  const arriving = toStorableJson(messages);
  // PostgreSQL expects a hundred messages and would scan whole tables for them: LIMIT and ARRAY make it look up each
  // row. The locks are as in lockMessageId, and held before the next statement looks for early receipts.
  await execute(
    prepared(
      "upsert conversations",
      sql`INSERT INTO conversations (owner_id, phone_key, instance_id, chat_id, name)
          SELECT "ownerId", "phoneKey", "instanceId", "chatId", name
          FROM (SELECT *, pg_advisory_xact_lock(hashtextextended("providerMessageId", "instanceId"::bigint))
                FROM json_to_recordset(${arriving}::json)
                  AS m("ownerId" int, "phoneKey" text, "chatId" text, name text, "instanceId" int, "providerMessageId" text)
               ) AS locked
          ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE
          SET chat_id = excluded.chat_id, name = coalesce(excluded.name, conversations.name)`,
    ),
  );
  const stored = await rows<NewMessage & { place: number }>(
    prepared(
      "store messages",
      sql`WITH arriving AS (
          SELECT c.id AS conversation_id, e.status_rank AS early_rank, h.deleted_at, h.edited, m.*,
                 -- WhatsApp's times are whole seconds, ours are not: an answer within the second of what it answers is later.
                 CASE WHEN m.is_new AND c.last_message_at > m.told_at
                        AND date_trunc('second', c.last_message_at) = m.told_at
                   THEN c.last_message_at + interval '1 millisecond' ELSE m.told_at END AS sent_at
          FROM ROWS FROM (json_to_recordset(${arriving}::json)
              AS ("ownerId" int, "phoneKey" text, "instanceId" int, "providerMessageId" text, direction text, kind text,
                  content text, "quotedId" text, details jsonb, "statusRank" int, "sentAt" timestamptz, "isNew" boolean, "isUnread" boolean, "tellsRead" boolean,
                  intent text))
            WITH ORDINALITY AS m(owner_id, phone_key, instance_id, provider_message_id, direction, kind, content,
                                 quoted_message_id, details, status_rank, told_at, is_new, is_unread, tells_read, intent, place)
          CROSS JOIN LATERAL (
            SELECT id, last_message_at FROM conversations
            WHERE owner_id = m.owner_id AND phone_key = m.phone_key AND instance_id = m.instance_id LIMIT 1) AS c
          LEFT JOIN LATERAL (
            SELECT status_rank FROM early_receipts
            WHERE instance_id = m.instance_id AND provider_message_id = m.provider_message_id LIMIT 1) AS e ON true
          CROSS JOIN LATERAL (
            SELECT max(changed_at) FILTER (WHERE kind = 'deletion') AS deleted_at,
                   coalesce(bool_or(kind = 'edit'), false) AS edited
            FROM early_changes
            WHERE instance_id = m.instance_id AND provider_message_id = m.provider_message_id
              AND phone_key IN (m.phone_key, '') AND from_me = (m.direction = 'out')) AS h
        ), stored AS (
          INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                                quoted_message_id, details, status_rank, deleted_at, sent_at, intent)
          SELECT owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                 quoted_message_id, details, greatest(status_rank, early_rank), deleted_at, sent_at, intent
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
          waiting_since = CASE
            WHEN last_message_at > a.sent_at THEN waiting_since
            -- A person who writes after a machine of theirs waits since then.
            WHEN a.direction = 'in' AND c.intent = 'automatic' AND a.intent IS DISTINCT FROM 'automatic' THEN a.sent_at
            WHEN a.direction = 'in' THEN coalesce(waiting_since, a.sent_at) END,
          unread_count = CASE
            WHEN a.is_unread THEN unread_count + 1
            WHEN a.tells_read AND coalesce(last_message_at <= a.sent_at, true) THEN 0
            ELSE unread_count END,
          -- What came after the click may have been sent before it.
          archived_at = CASE WHEN NOT a.is_unread THEN archived_at END
        FROM stored s
        JOIN arriving a ON a.instance_id = s.instance_id AND a.provider_message_id = s.provider_message_id
        WHERE c.id = a.conversation_id AND c.id = ANY (ARRAY(SELECT conversation_id FROM stored))
        RETURNING s.id, a.place::int, a.deleted_at IS NOT NULL AS deleted, a.edited`,
    ),
  );
  const byPlace = new Map(stored.map(({ place, ...message }) => [place, message]));
  return messages.map((_message, index) => byPlace.get(index + 1) ?? null);
}

/**
 * Removes the notice under a message's id that this message replaces. Returns false when there is none. Call inside a
 * transaction.
 */
export async function takeNotice(
  ownerId: OwnerId,
  { instanceId, providerMessageId, kind, content }: StoredMessage,
): Promise<boolean> {
  const taken = await execute(
    sql`WITH taken AS (
          DELETE FROM messages WHERE owner_id = ${ownerId} AND instance_id = ${instanceId}
            AND provider_message_id = ${providerMessageId} AND kind = 'notice' AND direction = 'in'
            AND (${kind} <> 'notice' OR content = ANY (${[...OPEN_CALLS]}::text[]) AND content IS DISTINCT FROM ${content})
          RETURNING conversation_id)
        UPDATE conversations c SET unread_count = greatest(unread_count - 1, 0) FROM taken t WHERE c.id = t.conversation_id`,
  );
  return taken > 0;
}

/**
 * Raises a message's status; a receipt for a message not stored yet is kept. A receipt for another person's chat
 * (`phoneKey`, null where that is unknown) has no effect. A contact's message is changed only by a receipt from one of
 * our devices (`byUs`). Returns the message when its status rose, else null. Call inside a transaction.
 */
export async function raiseStatus(
  instanceId: number,
  {
    id: providerMessageId,
    phoneKey,
    rank,
    failure,
    byUs,
  }: { id: string; phoneKey: string | null; rank: number; failure: string | null; byUs: boolean },
): Promise<RaisedMessage | null> {
  await lockMessageId(instanceId, providerMessageId);
  // A chat may be stored under its number and reported by its opaque id, or the other way round.
  const raised = await firstRow<RaisedMessage>(
    sql`UPDATE messages AS m SET status_rank = ${rank}, failure = ${failure}
        FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND m.status_rank < ${rank}
          AND c.id = m.conversation_id AND (m.direction = 'out' OR ${byUs})
          AND (${phoneKey}::text IS NULL OR c.phone_key = ${phoneKey} OR strpos(c.phone_key, '@') > 0)
        RETURNING m.id, m.direction`,
  );
  if (raised) return raised;
  await execute(
    sql`INSERT INTO early_receipts (instance_id, provider_message_id, status_rank)
        SELECT ${instanceId}, ${providerMessageId}, ${rank}
        WHERE NOT EXISTS (SELECT 1 FROM messages
          WHERE instance_id = ${instanceId} AND provider_message_id = ${providerMessageId})
        ON CONFLICT (instance_id, provider_message_id) DO UPDATE
        SET status_rank = greatest(early_receipts.status_rank, excluded.status_rank)`,
  );
  return null;
}

export async function hasFewIncoming(
  ownerId: OwnerId,
  phoneKey: string,
  most: number,
): Promise<boolean> {
  const counted = await firstRow<{ few: boolean }>(
    sql`SELECT count(*) <= ${most} AS few FROM (
          SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE c.owner_id = ${ownerId} AND c.phone_key = ${phoneKey} AND m.direction = 'in' AND m.kind <> 'notice'
          LIMIT ${most + 1}) AS written`,
  );
  return counted?.few ?? true;
}

/** Records that a contact's message was read on another device: with the latest one, the whole conversation was. */
export async function markReadElsewhere(ownerId: OwnerId, messageId: number): Promise<void> {
  await execute(
    sql`UPDATE conversations AS c SET unread_count = 0 FROM messages m
        WHERE m.owner_id = ${ownerId} AND m.id = ${messageId} AND c.id = m.conversation_id AND c.unread_count > 0
          AND NOT EXISTS (SELECT 1 FROM messages n
            WHERE n.conversation_id = m.conversation_id AND n.direction = 'in' AND (n.sent_at, n.id) > (m.sent_at, m.id))`,
  );
}

export interface MessageWords {
  kind: MessageKind;
  content: string | null;
}

export async function findMessageWords(
  ownerId: OwnerId,
  instanceId: number,
  providerMessageId: string,
): Promise<MessageWords | null> {
  const message = await prisma.message.findFirst({
    where: {
      owner_id: ownerId,
      instance_id: instanceId,
      provider_message_id: providerMessageId,
    },
    select: { kind: true, content: true },
  });
  return message as MessageWords | null;
}

/** The chat that a message of ours was written to, where its number is known; null otherwise. */
export async function findRecipientChat(
  ownerId: OwnerId,
  instanceId: number,
  providerMessageId: string,
): Promise<string | null> {
  const found = await firstRow<{ chat_id: string }>(
    sql`SELECT c.chat_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${ownerId} AND m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId}
          AND m.direction = 'out' AND strpos(c.phone_key, '@') = 0`,
  );
  return found?.chat_id ?? null;
}

/** Short texts that a contact wrote after a moment, the latest first. */
export async function findShortReplies(
  ownerId: OwnerId,
  phoneKey: string,
  { since, maxLength, limit }: { since: Date; maxLength: number; limit: number },
): Promise<string[]> {
  const replies = await rows<{ content: string }>(
    sql`SELECT m.content FROM conversations c JOIN messages m ON m.conversation_id = c.id
        WHERE c.owner_id = ${ownerId} AND c.phone_key = ${phoneKey} AND m.direction = 'in'
          AND m.sent_at > ${since} AND length(m.content) <= ${maxLength}
        ORDER BY m.sent_at DESC LIMIT ${limit}`,
  );
  return replies.map(({ content }) => content);
}

/** Returns those of the ids for which this instance has no message. */
export async function findUnstored(
  instanceId: number,
  providerMessageIds: readonly string[],
): Promise<Set<string>> {
  const unstored = await rows<{ id: string }>(
    sql`SELECT id FROM unnest(${providerMessageIds}::text[]) AS asked(id)
        WHERE NOT EXISTS (SELECT 1 FROM messages m WHERE m.instance_id = ${instanceId} AND m.provider_message_id = asked.id)`,
  );
  return new Set(unstored.map(({ id }) => id));
}
