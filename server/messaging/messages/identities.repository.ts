import type { OwnerId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

/**
 * Serialises, until the transaction ends, events about one opaque chat id: a message stored under it while its number
 * is being learned would start a second conversation with the same person.
 */
export async function lockIdentity(ownerId: OwnerId, chatId: string): Promise<void> {
  await execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`identity ${chatId}`}, ${ownerId}::bigint))`,
  );
}

/** The key of the number behind an opaque chat id; null while it is unknown. */
export async function findIdentity(ownerId: OwnerId, chatId: string): Promise<string | null> {
  const row = await prisma.contactIdentity.findFirst({
    where: { owner_id: ownerId, chat_id: chatId },
    select: { phone_key: true },
  });
  return row?.phone_key ?? null;
}

/** Returns false when it was known already. The latest number counts: a person may change it. */
export async function storeIdentity(
  ownerId: OwnerId,
  chatId: string,
  phoneKey: string,
): Promise<boolean> {
  const stored = await execute(
    sql`INSERT INTO contact_identities (owner_id, chat_id, phone_key) VALUES (${ownerId}, ${chatId}, ${phoneKey})
        ON CONFLICT (owner_id, chat_id) DO UPDATE SET phone_key = excluded.phone_key, learned_at = now()
        WHERE contact_identities.phone_key <> excluded.phone_key`,
  );
  return stored === 1;
}

/** The conversation that is merged has the later words. */
const IS_LATER = sql`coalesce(excluded.last_message_at > c.last_message_at, c.last_message_at IS NULL)`;

/**
 * Merges the conversations stored under an opaque chat id, one with each of our numbers, with those of its number.
 * Returns whether the contact had written under the id.
 */
export async function joinConversations(
  ownerId: OwnerId,
  chatId: string,
  phoneKey: string,
): Promise<boolean> {
  const opaque = await rows<{ id: number }>(
    sql`SELECT id FROM conversations WHERE owner_id = ${ownerId} AND phone_key = ${chatId} ORDER BY id FOR UPDATE`,
  );
  let hasAnswered = false;
  for (const each of opaque) {
    if (await joinConversation(ownerId, each, phoneKey)) hasAnswered = true;
  }
  return hasAnswered;
}

async function joinConversation(
  ownerId: OwnerId,
  opaque: { id: number },
  phoneKey: string,
): Promise<boolean> {
  const joined = await firstRow<{ id: number }>(
    sql`INSERT INTO conversations AS c (owner_id, phone_key, instance_id, chat_id, name, username, last_message, last_message_kind, last_message_at, waiting_since, unread_count, archived_at,
          intent, intent_words, intent_settled, intent_day, intent_time, intent_task_id, seller_id)
        SELECT owner_id, ${phoneKey}, instance_id, chat_id, name, username, last_message, last_message_kind, last_message_at, waiting_since, unread_count, archived_at,
          intent, intent_words, intent_settled, intent_day, intent_time, intent_task_id, seller_id
        FROM conversations WHERE id = ${opaque.id}
        ON CONFLICT (owner_id, phone_key, instance_id) DO UPDATE SET
          chat_id = excluded.chat_id,
          name = coalesce(c.name, excluded.name),
          seller_id = coalesce(c.seller_id, excluded.seller_id),
          username = coalesce(excluded.username, c.username),
          last_message = CASE WHEN ${IS_LATER}
                              THEN excluded.last_message ELSE c.last_message END,
          last_message_kind = CASE WHEN ${IS_LATER}
                                   THEN excluded.last_message_kind ELSE c.last_message_kind END,
          intent = CASE WHEN ${IS_LATER} THEN excluded.intent ELSE c.intent END,
          intent_words = CASE WHEN ${IS_LATER} THEN excluded.intent_words ELSE c.intent_words END,
          intent_settled = CASE WHEN ${IS_LATER} THEN excluded.intent_settled ELSE c.intent_settled END,
          intent_day = CASE WHEN ${IS_LATER} THEN excluded.intent_day ELSE c.intent_day END,
          intent_time = CASE WHEN ${IS_LATER} THEN excluded.intent_time ELSE c.intent_time END,
          intent_task_id = CASE WHEN ${IS_LATER} THEN excluded.intent_task_id ELSE c.intent_task_id END,
          last_message_at = greatest(c.last_message_at, excluded.last_message_at),
          -- Whoever wrote last decides whether the person waits; both may say since when.
          waiting_since = CASE
            WHEN ${IS_LATER}
            THEN CASE WHEN excluded.waiting_since IS NOT NULL THEN least(excluded.waiting_since, c.waiting_since) END
            WHEN c.waiting_since IS NOT NULL THEN least(excluded.waiting_since, c.waiting_since) END,
          unread_count = c.unread_count + excluded.unread_count,
          -- Put away stays what was put away on both sides; what is unread on one of them is not hidden by the other.
          archived_at = CASE
            WHEN excluded.archived_at >= excluded.last_message_at
            THEN CASE WHEN c.archived_at >= c.last_message_at THEN greatest(c.archived_at, excluded.archived_at) END
            WHEN excluded.unread_count = 0 THEN c.archived_at END
        RETURNING id`,
  );
  if (!joined) throw new Error("The upsert of a conversation returned no row");
  await prisma.message.updateMany({
    where: { owner_id: ownerId, conversation_id: opaque.id },
    data: { conversation_id: joined.id },
  });
  await prisma.conversationAssignment.updateMany({
    where: { owner_id: ownerId, conversation_id: opaque.id },
    data: { conversation_id: joined.id },
  });
  await prisma.conversationNote.updateMany({
    where: { owner_id: ownerId, conversation_id: opaque.id },
    data: { conversation_id: joined.id },
  });
  await execute(
    sql`UPDATE first_answers f SET conversation_id = ${joined.id}
        WHERE f.owner_id = ${ownerId} AND f.conversation_id = ${opaque.id} AND NOT EXISTS (
          SELECT 1 FROM first_answers k WHERE k.conversation_id = ${joined.id} AND k.waiting_since = f.waiting_since)`,
  );
  await prisma.conversation.deleteMany({ where: { owner_id: ownerId, id: opaque.id } });
  const answered = await prisma.message.findFirst({
    where: {
      owner_id: ownerId,
      conversation_id: joined.id,
      direction: "in",
      OR: [{ intent: null }, { intent: { not: "automatic" } }],
    },
    select: { id: true },
  });
  return answered !== null;
}

/** Moves every opaque id of one key to another. */
export async function moveIdentities(
  ownerId: OwnerId,
  fromKey: string,
  toKey: string,
): Promise<void> {
  await prisma.contactIdentity.updateMany({
    where: { owner_id: ownerId, phone_key: fromKey },
    data: { phone_key: toKey, learned_at: new Date() },
  });
}

/** Records in the conversation of a key which key it had before, and how WhatsApp addresses it now. */
export async function markMoved(
  ownerId: OwnerId,
  phoneKey: string,
  { fromKey, chatId, at }: { fromKey: string; chatId: string; at: Date },
): Promise<void> {
  await execute(
    sql`UPDATE conversations SET moved_from = ${fromKey}, moved_at = ${at}, chat_id = ${chatId}
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND (moved_at IS NULL OR moved_at < ${at})`,
  );
}

/** Stores how WhatsApp shows a person who hides the number. */
export async function setUsername(
  ownerId: OwnerId,
  phoneKey: string,
  username: string,
): Promise<void> {
  await execute(
    sql`UPDATE conversations SET username = ${username}
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND username IS DISTINCT FROM ${username}`,
  );
}
