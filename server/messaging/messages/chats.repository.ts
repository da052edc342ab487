import type { ChatMedia } from "@/lib/contracts/messaging/chat";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { ChatTarget } from "@/lib/domain/messages/chat-key";
import type { MessageKind } from "@/lib/domain/messages/message-kind";
import { KNOWN_CHAT_DAYS } from "@/lib/domain/messages/message-limits";
import type { OwnerId, Reader } from "@/server/platform/actor";
import type { Conversation as ConversationModel } from "@/server/platform/db/generated/client";
import { prisma } from "@/server/platform/db/prisma";
import { seenChat } from "@/server/platform/db/seen";
import { empty, execute, firstRow, rows, sql } from "@/server/platform/db/sql";
import type { MessageDetails } from "./messages.repository";

const DAY_MS = 24 * 3_600_000;

export type Conversation = Pick<ConversationModel, "id" | "chat_id" | "phone_key" | "instance_id">;

/**
 * `numberId`: of the account's numbers; null for the default one, or else the one with a conversation. What the reader
 * sees comes first.
 */
export type ConversationTarget = Pick<ChatTarget, "keys" | "numberId">;

/**
 * The conversation of the first of these keys that has one, and whether the reader sees it; an opaque id may be used
 * instead of a number.
 */
export function findReadConversation(
  reader: Pick<Reader, "ownerId" | "sight">,
  { keys, numberId }: ConversationTarget,
): Promise<(Conversation & { is_seen: boolean }) | null> {
  const { ownerId } = reader;
  return firstRow(
    sql`WITH known AS (
          SELECT k.key, k.place FROM unnest(${keys}::text[]) WITH ORDINALITY AS k (key, place)
          UNION ALL
          SELECT i.phone_key, 1000 FROM contact_identities i
          WHERE i.owner_id = ${ownerId} AND i.chat_id = ANY(${keys}::text[]))
        SELECT c.id, c.chat_id, c.phone_key, c.instance_id, (true ${seenChat(reader, "c")}) IS TRUE AS is_seen FROM known
        JOIN conversations c ON c.owner_id = ${ownerId} AND c.phone_key = known.key ${numberId === null ? empty : sql`AND c.instance_id = ${numberId}`}
        LEFT JOIN whatsapp_instances n ON n.owner_id = c.owner_id AND n.id = c.instance_id
        ORDER BY known.place, is_seen DESC, n.is_default IS NOT FALSE DESC, c.last_message_at DESC NULLS LAST, c.id LIMIT 1`,
  );
}

/** As the phone's address book calls the contact of a number, or else as the contact does. */
export async function findContactName(ownerId: OwnerId, phoneKey: string): Promise<string | null> {
  const found = await firstRow<{ name: string | null }>(
    sql`SELECT coalesce(w.name, c.name) AS name FROM conversations c
        LEFT JOIN whatsapp_contacts w ON w.owner_id = c.owner_id AND w.phone_key = c.phone_key
        WHERE c.owner_id = ${ownerId} AND c.phone_key = ${phoneKey}
        ORDER BY c.name IS NULL, c.last_message_at DESC NULLS LAST LIMIT 1`,
  );
  return found?.name ?? null;
}

/** Whether the contact wrote in the last 30 days. */
export async function hasAnswered(ownerId: OwnerId, conversationId: number): Promise<boolean> {
  const since = new Date(Date.now() - KNOWN_CHAT_DAYS * DAY_MS);
  const message = await prisma.message.findFirst({
    where: {
      owner_id: ownerId,
      conversation_id: conversationId,
      direction: "in",
      sent_at: { gt: since },
    },
    select: { id: true },
  });
  return message !== null;
}

/** The same for the contact with a key of conversations, to one of our numbers. */
export async function hasWrittenLately(
  ownerId: OwnerId,
  instanceId: number,
  key: string,
): Promise<boolean> {
  const conversation = await prisma.conversation.findFirst({
    where: { owner_id: ownerId, phone_key: key, instance_id: instanceId },
    select: { id: true },
  });
  return conversation !== null && hasAnswered(ownerId, conversation.id);
}

/** The chats of opaque ids with unknown numbers in which a message was stored since then; the latest first. */
export async function findUnnumberedChats(
  ownerId: OwnerId,
  { since, limit }: { since: Date; limit: number },
): Promise<string[]> {
  const chats = await rows<{ phone_key: string }>(
    sql`SELECT c.phone_key FROM conversations c
        WHERE c.owner_id = ${ownerId} AND c.phone_key LIKE '%@lid'
          AND c.last_message_at > ${since}::timestamptz - interval '1 day' AND EXISTS (
          SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.direction = 'in' AND m.created_at > ${since})
        ORDER BY c.last_message_at DESC, c.id DESC LIMIT ${limit}`,
  );
  return chats.map(({ phone_key }) => phone_key);
}

export interface ChatMessageRow {
  id: number;
  direction: "in" | "out";
  kind: MessageKind;
  content: string | null;
  details: MessageDetails | null;
  sent_at: Date;
  status_rank: number;
  edited_at: Date | null;
  earlier_texts: { text: string | null; written_at: string }[];
  deleted_at: Date | null;
  sending_since: Date | null;
  intent: AnswerKind | null;
  person_id: number | null;
  unconfirmed: boolean;
  failure: string | null;
  /** The category and billing that Meta reported for its price. */
  charge: { category: string; billable: boolean } | null;
  quoted_message_id: string | null;
  /** The message it answers; null when it is not of this conversation, or not stored. */
  quoted: QuotedRow | null;
  reactions: { emoji: string; mine: boolean }[];
  /** Null for a kind without a file, and once it was deleted. */
  media: Omit<ChatMedia, "shown"> | null;
}

interface QuotedRow {
  id: number;
  direction: "in" | "out";
  kind: MessageKind;
  /** The beginning of its text; null without text, and once it was deleted. */
  content: string | null;
  deleted: boolean;
}

const QUOTED_LENGTH = 300;

/** The latest messages of a conversation, or the latest before one of them; newest first. */
export function findMessages(
  ownerId: OwnerId,
  conversationId: number,
  page: { before: number | null; offset: number; limit: number },
): Promise<ChatMessageRow[]> {
  const { before, offset, limit } = page;
  const earlier = before
    ? sql`AND (m.sent_at, m.id) < (SELECT sent_at, id FROM messages
                               WHERE owner_id = ${ownerId} AND conversation_id = ${conversationId} AND id = ${before})`
    : empty;
  return rows(
    sql`SELECT m.id, m.direction, m.kind, CASE WHEN m.deleted_at IS NULL THEN m.content END AS content,
               CASE WHEN m.deleted_at IS NULL THEN m.details END AS details, m.sent_at, m.status_rank,
               m.edited_at, CASE WHEN m.deleted_at IS NULL THEN m.earlier_texts ELSE '[]' END AS earlier_texts,
               m.deleted_at, m.sending_since, m.unconfirmed, m.failure, m.quoted_message_id, m.intent, m.person_id,
               CASE WHEN m.direction = 'out' THEN (SELECT json_build_object('category', h.category, 'billable', h.billable)
                 FROM message_charges h WHERE h.instance_id = m.instance_id
                   AND h.provider_message_id = m.provider_message_id) END AS charge,
               (SELECT json_build_object('id', q.id, 'direction', q.direction, 'kind', q.kind,
                         'content', CASE WHEN q.deleted_at IS NULL THEN left(q.content, ${QUOTED_LENGTH}) END,
                         'deleted', q.deleted_at IS NOT NULL)
                FROM messages q WHERE q.instance_id = m.instance_id AND q.provider_message_id = m.quoted_message_id
                  AND q.conversation_id = m.conversation_id) AS quoted,
               (SELECT coalesce(json_agg(json_build_object('emoji', r.emoji, 'mine', r.from_me) ORDER BY r.from_me), '[]')
                FROM message_reactions r WHERE r.instance_id = m.instance_id
                  AND r.provider_message_id = m.provider_message_id AND r.phone_key = c.phone_key
                  AND r.emoji IS NOT NULL) AS reactions,
               (SELECT json_build_object('state', d.state, 'mime', d.mime, 'bytes', d.bytes, 'fileName', d.file_name,
                         'seconds', d.seconds, 'width', d.width, 'height', d.height)
                FROM message_media d WHERE d.message_id = m.id AND m.deleted_at IS NULL) AS media
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${ownerId} AND m.conversation_id = ${conversationId} ${earlier}
        ORDER BY m.sent_at DESC, m.id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
}

/** Returns false when there is no such conversation. */
export async function setArchived(
  ownerId: OwnerId,
  conversationId: number,
  archived: boolean,
): Promise<boolean> {
  const changed = await execute(
    sql`UPDATE conversations SET archived_at = CASE WHEN ${archived} THEN now() END
        WHERE owner_id = ${ownerId} AND id = ${conversationId}`,
  );
  return changed === 1;
}

/** A message that can be answered or reacted to. */
export interface TargetRow {
  instance_id: number;
  provider_message_id: string;
  direction: "in" | "out";
  conversation_id: number;
  chat_id: string;
  phone_key: string;
}

/** By our id, or by the provider's within a conversation; null once it was deleted, and while its sending is open. */
export function findTarget(
  ownerId: OwnerId,
  by: { id: number } | { conversationId: number; providerMessageId: string },
): Promise<TargetRow | null> {
  const key =
    "id" in by
      ? sql`m.id = ${by.id}`
      : sql`m.conversation_id = ${by.conversationId} AND m.provider_message_id = ${by.providerMessageId}`;
  return firstRow(
    sql`SELECT m.instance_id, m.provider_message_id, m.direction, m.conversation_id, c.chat_id, c.phone_key
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${ownerId} AND ${key} AND m.deleted_at IS NULL AND m.sending_since IS NULL AND NOT m.unconfirmed`,
  );
}

/**
 * Zeroes a conversation's unread count. Returns the provider's ids of the messages that were not read, the latest
 * first and at most `limit`.
 */
export async function markConversationRead(
  ownerId: OwnerId,
  conversationId: number,
  limit: number,
): Promise<string[]> {
  const cleared = await firstRow<{ unread_count: number }>(
    sql`UPDATE conversations AS c SET unread_count = 0
        FROM (SELECT id, unread_count FROM conversations
              WHERE owner_id = ${ownerId} AND id = ${conversationId} AND unread_count > 0 FOR UPDATE) AS before
        WHERE c.id = before.id RETURNING before.unread_count`,
  );
  if (!cleared) return [];
  const unread = await prisma.message.findMany({
    where: { owner_id: ownerId, conversation_id: conversationId, direction: "in" },
    orderBy: [{ sent_at: "desc" }, { id: "desc" }],
    take: Math.min(cleared.unread_count, limit),
    select: { provider_message_id: true },
  });
  return unread.map((message) => message.provider_message_id);
}
