import { DELETED, type MessageKind } from "@/lib/domain/messages/message-kind";
import { countWorkingSeconds } from "@/lib/domain/time/working-time";
import type { OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";
import { insertAssignment, mayTake } from "./assignments.repository";
import { lockMessageId } from "./messages.repository";

/**
 * Locks a contact's conversations until the transaction ends: incoming messages wait. Returns the latest; null when
 * there is none.
 */
export async function lockConversations(
  ownerId: OwnerId,
  phoneKey: string,
): Promise<{ chat_id: string; instance_id: number | null } | null> {
  const locked = await rows<{
    chat_id: string;
    instance_id: number | null;
    last_message_at: Date | null;
  }>(
    sql`SELECT chat_id, instance_id, last_message_at FROM conversations
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} ORDER BY id FOR UPDATE`,
  );
  const at = (row: (typeof locked)[number]) => row.last_message_at?.getTime() ?? 0;
  return locked.sort((one, other) => at(other) - at(one))[0] ?? null;
}

/** Who sends a message: somebody of the account, or nobody where it goes out by itself. */
export interface Sending {
  personId: PersonId | null;
  /** Whose conversation the person knowingly takes over. */
  over: number | null;
  /**
   * It was written before, and goes out now: it leaves the conversation to whoever answers it, and is no answer to what
   * came meanwhile.
   */
  yields?: boolean;
}

/**
 * Records a message, under the id chosen for it, before it is handed to the provider. With the first message of a person
 * the conversation is theirs. Returns null when somebody else who may sign in answers it.
 */
export async function insertSend(
  ownerId: OwnerId,
  send: {
    instanceId: number;
    messageId: string;
    phoneKey: string;
    chatId: string;
    kind: MessageKind;
    text: string | null;
    quotedId: string | null;
    rank: number;
  },
  { personId, over, yields = false }: Sending,
): Promise<{ id: number; chat_id: string; sent_at: Date } | null> {
  const { instanceId, messageId, phoneKey, chatId, kind, text, quotedId, rank } = send;
  const conversation = await firstRow<{
    id: number;
    chat_id: string;
    held_by: number | null;
    seller_id: number | null;
    waited_since: Date | null;
  }>(
    sql`INSERT INTO conversations AS c (owner_id, phone_key, instance_id, chat_id, last_message, last_message_kind, last_message_at, seller_id)
        VALUES (${ownerId}, ${phoneKey}, ${instanceId}, ${chatId}, ${text}, ${kind}, now(), ${personId})
        ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE
        SET last_message = excluded.last_message, last_message_kind = excluded.last_message_kind,
            last_message_at = greatest(c.last_message_at, excluded.last_message_at), waiting_since = CASE WHEN ${yields} THEN c.waiting_since END,
            seller_id = CASE WHEN ${yields} THEN coalesce(c.seller_id, excluded.seller_id)
                             ELSE coalesce(excluded.seller_id, c.seller_id) END
        WHERE ${yields} OR excluded.seller_id IS NULL OR ${mayTake(sql`excluded.seller_id`, over)}
        RETURNING id, chat_id, old.seller_id AS held_by, c.seller_id,
                  CASE WHEN old.intent IS DISTINCT FROM 'automatic' THEN old.waiting_since END AS waited_since`,
  );
  if (!conversation) return null;
  if (personId !== null && conversation.seller_id !== conversation.held_by) {
    await insertAssignment(ownerId, conversation.id, {
      from: conversation.held_by,
      to: personId,
      by: personId,
      reason: conversation.held_by === null ? "claimed" : "taken",
      note: null,
    });
  }
  if (personId !== null && !yields && conversation.waited_since !== null) {
    await insertFirstAnswer(ownerId, conversation.id, personId, conversation.waited_since);
  }
  const message = await firstRow<{ id: number; sent_at: Date }>(
    sql`INSERT INTO messages (owner_id, conversation_id, instance_id, provider_message_id, direction, kind, content,
                              quoted_message_id, status_rank, person_id, sent_at, sending_since)
        VALUES (${ownerId}, ${conversation.id}, ${instanceId}, ${messageId}, 'out', ${kind}, ${text}, ${quotedId}, ${rank}, ${personId},
                now(), now())
        RETURNING id, sent_at`,
  );
  if (!message) throw new Error("INSERT into messages returned no row");
  return { ...message, chat_id: conversation.chat_id };
}

/** Another answer to the same message follows one that was taken back because it did not go out. */
async function insertFirstAnswer(
  ownerId: OwnerId,
  conversationId: number,
  personId: PersonId,
  waitingSince: Date,
): Promise<void> {
  const working = countWorkingSeconds(waitingSince, new Date());
  await execute(
    sql`INSERT INTO first_answers (owner_id, conversation_id, waiting_since, person_id, working_s)
        VALUES (${ownerId}, ${conversationId}, ${waitingSince}, ${personId}, ${working})
        ON CONFLICT (conversation_id, waiting_since) DO UPDATE
        SET person_id = excluded.person_id, answered_at = excluded.answered_at, working_s = excluded.working_s`,
  );
}

/**
 * Records that the provider took a send. A provider that chooses its own id may have reported the message under it
 * already: then one of the two rows is removed. Returns the remaining row's id; null when the outcome was recorded
 * before. Call inside a transaction.
 */
export async function confirmSend(
  ownerId: OwnerId,
  sendId: number,
  { providerMessageId, rank }: { providerMessageId: string; rank: number },
): Promise<number | null> {
  const send = await prisma.message.findFirst({
    where: { owner_id: ownerId, id: sendId },
    select: { instance_id: true },
  });
  if (!send) return null;
  await lockMessageId(send.instance_id, providerMessageId);
  const open = await firstRow<{ instance_id: number; provider_message_id: string; sent_at: Date }>(
    sql`UPDATE messages AS m SET sending_since = NULL, unconfirmed = false,
               status_rank = greatest(m.status_rank, ${rank}::int, (SELECT r.status_rank FROM early_receipts r
                 WHERE r.instance_id = m.instance_id AND r.provider_message_id = ${providerMessageId}))
        WHERE m.owner_id = ${ownerId} AND m.id = ${sendId} AND (m.sending_since IS NOT NULL OR m.unconfirmed)
        RETURNING m.instance_id, m.provider_message_id, m.sent_at`,
  );
  if (!open) return null;
  if (open.provider_message_id === providerMessageId) return sendId;
  const renamed = await execute(
    sql`UPDATE messages AS m SET provider_message_id = ${providerMessageId}
        WHERE m.owner_id = ${ownerId} AND m.id = ${sendId} AND NOT EXISTS (
          SELECT 1 FROM messages r
          WHERE r.instance_id = m.instance_id AND r.provider_message_id = ${providerMessageId})`,
  );
  if (renamed === 1) return sendId;
  await prisma.message.deleteMany({ where: { owner_id: ownerId, id: sendId } });
  // The provider's times are whole seconds, which would change the order of messages sent within one second.
  const [kept] = await prisma.message.updateManyAndReturn({
    where: {
      owner_id: ownerId,
      instance_id: open.instance_id,
      provider_message_id: providerMessageId,
    },
    data: { sent_at: open.sent_at },
    select: { id: true },
  });
  return kept?.id ?? null;
}

/** The send with our id whose outcome is awaited or unknown; null when there is none. */
export function findOpenSend(
  ownerId: OwnerId,
  instanceId: number,
  messageId: string,
): Promise<{ id: number; phone_key: string } | null> {
  return firstRow(
    sql`SELECT m.id, c.phone_key FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${ownerId} AND m.instance_id = ${instanceId} AND m.provider_message_id = ${messageId}
          AND m.direction = 'out' AND (m.sending_since IS NOT NULL OR m.unconfirmed)`,
  );
}

/**
 * The send whose outcome is awaited and that has this provider id or, before any message has it, the oldest one to this
 * contact with these words. Null when there is none.
 */
export async function findEchoedSend(
  ownerId: OwnerId,
  echo: {
    instanceId: number;
    providerMessageId: string;
    phoneKey: string;
    kind: MessageKind;
    text: string | null;
  },
): Promise<number | null> {
  const send = await firstRow<{ id: number }>(
    prepared(
      "find echoed send",
      sql`SELECT m.id FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.sending_since IS NOT NULL AND m.owner_id = ${ownerId} AND m.instance_id = ${echo.instanceId}
            AND (m.provider_message_id = ${echo.providerMessageId}
              OR c.phone_key = ${echo.phoneKey} AND m.kind = ${echo.kind} AND m.content IS NOT DISTINCT FROM ${echo.text}::text
                AND NOT EXISTS (SELECT 1 FROM messages r
                  WHERE r.instance_id = m.instance_id AND r.provider_message_id = ${echo.providerMessageId}))
          ORDER BY m.id LIMIT 1`,
    ),
  );
  return send?.id ?? null;
}

/** Records that the outcome of a send cannot be found out. Returns false when it was recorded before. */
export async function markSendUnconfirmed(ownerId: OwnerId, sendId: number): Promise<boolean> {
  const { count } = await prisma.message.updateMany({
    where: { owner_id: ownerId, id: sendId, sending_since: { not: null } },
    data: { sending_since: null, unconfirmed: true },
  });
  return count === 1;
}

/** Records that a send did not go out. Returns false when its outcome was recorded before. */
export async function markSendFailed(
  ownerId: OwnerId,
  sendId: number,
  rank: number,
): Promise<boolean> {
  const marked = await execute(
    sql`UPDATE messages SET sending_since = NULL, status_rank = greatest(status_rank, ${rank})
        WHERE owner_id = ${ownerId} AND id = ${sendId} AND sending_since IS NOT NULL`,
  );
  return marked === 1;
}

interface DeletedSend {
  conversation_id: number;
  instance_id: number;
  phone_key: string;
  chat_id: string;
  kind: MessageKind;
  content: string | null;
  quoted_message_id: string | null;
}

/**
 * Removes a send whose outcome is awaited or unknown, or that failed (its status is `failedRank`). Returns what it was;
 * null for any other message.
 */
export async function deleteSend(
  ownerId: OwnerId,
  sendId: number,
  failedRank: number,
): Promise<DeletedSend | null> {
  const deleted = await firstRow<DeletedSend>(
    sql`DELETE FROM messages AS m USING conversations c
        WHERE m.owner_id = ${ownerId} AND m.id = ${sendId} AND m.direction = 'out'
          AND (m.sending_since IS NOT NULL OR (m.unconfirmed AND m.status_rank < ${failedRank}) OR m.status_rank = ${failedRank})
          AND c.id = m.conversation_id
        RETURNING m.conversation_id, m.instance_id, c.phone_key, c.chat_id, m.kind, m.content, m.quoted_message_id`,
  );
  if (!deleted) return null;
  await execute(
    sql`WITH waits AS (
        UPDATE conversations AS c SET last_message = latest.content, last_message_kind = coalesce(latest.kind, 'text'),
               last_message_at = latest.sent_at, waiting_since = CASE WHEN latest.direction = 'in' THEN (
                 SELECT min(m.sent_at) FROM messages m WHERE m.conversation_id = c.id AND m.direction = 'in'
                   AND m.sent_at >= coalesce((SELECT max(o.sent_at) FROM messages o
                     WHERE o.conversation_id = c.id AND o.direction = 'out'), '-infinity')) END
        FROM (SELECT 1) AS one LEFT JOIN LATERAL (
          SELECT CASE WHEN deleted_at IS NULL THEN content END AS content,
                 CASE WHEN deleted_at IS NULL THEN kind ELSE ${DELETED} END AS kind, sent_at, direction
          FROM messages WHERE conversation_id = ${deleted.conversation_id}
          ORDER BY sent_at DESC, id DESC LIMIT 1) AS latest ON true
        WHERE c.id = ${deleted.conversation_id} RETURNING c.id, c.waiting_since)
        DELETE FROM first_answers f USING waits
        WHERE f.conversation_id = waits.id AND f.waiting_since = waits.waiting_since`,
  );
  return deleted;
}

/** The contact of an outgoing message's conversation; null when the message no longer exists. */
export function findContactOf(
  ownerId: OwnerId,
  messageId: number,
): Promise<{ phone_key: string; chat_id: string; instance_id: number } | null> {
  return firstRow(
    sql`SELECT c.phone_key, c.chat_id, m.instance_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
        WHERE m.owner_id = ${ownerId} AND m.id = ${messageId}`,
  );
}
