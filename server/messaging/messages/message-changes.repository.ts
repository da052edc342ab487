import { readAnswer } from "@/lib/domain/answers/read-answer";
import { DELETED } from "@/lib/domain/messages/message-kind";
import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import { lockMessageId } from "./messages.repository";

/** A message named by an event, with the chat and the side on which it must be. */
export interface NamedMessage {
  instanceId: number;
  providerMessageId: string;
  /** The key of the chat's contact; null where the provider does not say which chat. */
  phoneKey: string | null;
  fromMe: boolean;
}

export interface ChangedMessage {
  id: number;
  phone_key: string;
}

/** Limits per message: a sender controls number and length of edits, and a page of a chat holds them in memory. */
const MAX_EARLIER_TEXTS = 20;
const MAX_EARLIER_LENGTH = 2_000;

/**
 * Replaces a message's text unless it has a later one, and keeps the previous text. An edit of a message not stored yet
 * is kept. Returns null for a message of another chat or side, and for one that is not stored. Call inside a
 * transaction.
 */
export async function editMessage(
  named: NamedMessage,
  text: string | null,
  editedAt: Date,
): Promise<ChangedMessage | null> {
  const { instanceId, providerMessageId } = named;
  const intent = named.fromMe ? null : readAnswer([text ?? ""]).kind;
  await keepEarlyChange(named, { kind: "edit", content: text, changedAt: editedAt });
  const isNewer = sql`coalesce(m.edited_at <= ${editedAt}, true)`;
  const edited = await firstRow<
    ChangedMessage & {
      conversation_id: number;
      content: string | null;
      sent_at: Date;
      deleted_at: Date | null;
    }
  >(
    sql`UPDATE messages AS m
        SET content = CASE WHEN ${isNewer} THEN ${text} ELSE m.content END,
            intent = CASE WHEN ${isNewer} AND NOT m.intent_settled THEN ${intent} ELSE m.intent END,
            earlier_texts = CASE
              WHEN ${isNewer} AND m.content IS DISTINCT FROM ${text}::text
                AND jsonb_array_length(m.earlier_texts) < ${MAX_EARLIER_TEXTS}
              THEN m.earlier_texts || jsonb_build_object('text', left(m.content, ${MAX_EARLIER_LENGTH}), 'written_at', coalesce(m.edited_at, m.sent_at))
              ELSE m.earlier_texts END,
            edited_at = greatest(m.edited_at, ${editedAt})
        FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND c.id = m.conversation_id
          AND m.direction = ${toDirection(named)} AND (${named.phoneKey}::text IS NULL OR c.phone_key = ${named.phoneKey})
        RETURNING m.id, c.phone_key, m.conversation_id, m.content, m.sent_at, m.deleted_at`,
  );
  if (!edited || edited.deleted_at !== null) return edited;
  await prisma.conversation.updateMany({
    where: { id: edited.conversation_id, last_message_at: edited.sent_at },
    data: { last_message: edited.content },
  });
  return edited;
}

/**
 * Marks a message as deleted; the deletion of one not stored yet is kept. Returns null for a message of another chat or
 * side, and when it is not stored or was deleted before. Call inside a transaction.
 */
export async function markDeleted(
  named: NamedMessage,
  deletedAt: Date,
): Promise<ChangedMessage | null> {
  const { instanceId, providerMessageId } = named;
  await keepEarlyChange(named, { kind: "deletion", content: null, changedAt: deletedAt });
  const deleted = await firstRow<ChangedMessage & { conversation_id: number; sent_at: Date }>(
    sql`UPDATE messages AS m SET deleted_at = ${deletedAt} FROM conversations c
        WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId} AND m.deleted_at IS NULL
          AND c.id = m.conversation_id AND m.direction = ${toDirection(named)}
          AND (${named.phoneKey}::text IS NULL OR c.phone_key = ${named.phoneKey})
        RETURNING m.id, c.phone_key, m.conversation_id, m.sent_at`,
  );
  if (!deleted) return null;
  await prisma.conversation.updateMany({
    where: { id: deleted.conversation_id, last_message_at: deleted.sent_at },
    data: { last_message: null, last_message_kind: DELETED },
  });
  return deleted;
}

function toDirection({ fromMe }: NamedMessage): "in" | "out" {
  return fromMe ? "out" : "in";
}

/**
 * Keeps the latest change of its kind for a message that is not stored yet, or may be stored under the number of an
 * opaque chat id.
 */
async function keepEarlyChange(
  { instanceId, providerMessageId, phoneKey, fromMe }: NamedMessage,
  change: { kind: "edit" | "deletion"; content: string | null; changedAt: Date },
): Promise<void> {
  await lockMessageId(instanceId, providerMessageId);
  await execute(
    sql`INSERT INTO early_changes AS e
          (instance_id, provider_message_id, phone_key, from_me, kind, content, changed_at)
        SELECT ${instanceId}, ${providerMessageId}, ${phoneKey ?? ""}, ${fromMe}, ${change.kind}, ${change.content},
               ${change.changedAt}
        WHERE NOT EXISTS (SELECT 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.instance_id = ${instanceId} AND m.provider_message_id = ${providerMessageId}
            AND (c.phone_key = ${phoneKey ?? ""} OR strpos(${phoneKey ?? ""}, '@') = 0))
        ON CONFLICT (instance_id, provider_message_id, phone_key, from_me, kind) DO UPDATE
        SET content = excluded.content, changed_at = excluded.changed_at WHERE e.changed_at <= excluded.changed_at`,
  );
}

export interface EarlyChange {
  instance_id: number;
  provider_message_id: string;
  phone_key: string;
  from_me: boolean;
  kind: "edit" | "deletion";
  content: string | null;
  changed_at: Date;
}

/** Takes the edits of a message that arrived before it, the earliest first. */
export function takeEarlyEdits({
  instanceId,
  providerMessageId,
  phoneKey,
  fromMe,
}: NamedMessage): Promise<EarlyChange[]> {
  return rows(
    sql`WITH taken AS (
          DELETE FROM early_changes
          WHERE instance_id = ${instanceId} AND provider_message_id = ${providerMessageId} AND kind = 'edit'
            AND phone_key IN (${phoneKey}, '') AND from_me = ${fromMe}
          RETURNING *)
        SELECT * FROM taken ORDER BY changed_at`,
  );
}

/** Moves the changes reported for an opaque chat id to the number that it turned out to be. */
export async function moveChanges(ownerId: OwnerId, from: string, to: string): Promise<void> {
  await execute(
    sql`UPDATE early_changes AS e SET phone_key = ${to}
        WHERE e.phone_key = ${from} AND e.instance_id IN (SELECT id FROM whatsapp_instances WHERE owner_id = ${ownerId})
          AND NOT EXISTS (SELECT 1 FROM early_changes t
            WHERE t.instance_id = e.instance_id AND t.provider_message_id = e.provider_message_id
              AND t.from_me = e.from_me AND t.kind = e.kind AND t.phone_key = ${to})`,
  );
  await execute(
    sql`UPDATE message_reactions AS r SET phone_key = ${to}
        WHERE r.phone_key = ${from} AND r.owner_id = ${ownerId}
          AND NOT EXISTS (SELECT 1 FROM message_reactions t
            WHERE t.instance_id = r.instance_id AND t.provider_message_id = r.provider_message_id
              AND t.from_me = r.from_me AND t.phone_key = ${to})`,
  );
}

/** Takes the changes kept for a contact whose messages arrived under another of its addresses. */
export function takeChangesOf(ownerId: OwnerId, phoneKey: string): Promise<EarlyChange[]> {
  return rows(
    sql`WITH taken AS (
          DELETE FROM early_changes e
          WHERE e.phone_key = ${phoneKey} AND e.instance_id IN (SELECT id FROM whatsapp_instances WHERE owner_id = ${ownerId})
            AND EXISTS (SELECT 1 FROM messages m
              WHERE m.instance_id = e.instance_id AND m.provider_message_id = e.provider_message_id)
          RETURNING e.*)
        SELECT * FROM taken ORDER BY changed_at`,
  );
}
