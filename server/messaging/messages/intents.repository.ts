import { MOST_CHARACTERS } from "@/lib/domain/answers/answer-features";
import type { AnswerKind } from "@/lib/domain/answers/answer-kinds";
import type { AnswerReading, ReadMessage } from "@/lib/domain/answers/read-answer";
import type { TaskDue } from "@/lib/domain/tasks/task";
import { type OwnerId, ownerOfRow, type PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, prepared, rows, sql } from "@/server/platform/db/sql";
import { IS_ARCHIVED } from "./chat-list.repository";

/** Of more messages in a row, only the latest ones are read. */
const MOST_READ = 4;
/** How many of the latest messages, of both sides, are searched for them. */
const LOOKED_AT = 12;
const DAY_MS = 24 * 3_600_000;

interface LatestMessage extends ReadMessage {
  id: number;
  direction: "in" | "out";
  is_notice: boolean;
  intent_settled: boolean;
  sent_at: Date;
}

/** A contact's conversation with one of our numbers. */
export interface ConversationKey {
  phoneKey: string;
  instanceId: number | null;
}

const isKey = ({ phoneKey, instanceId }: ConversationKey) =>
  sql`phone_key = ${phoneKey} AND instance_id IS NOT DISTINCT FROM ${instanceId}::int`;

function findLatest(ownerId: OwnerId, key: ConversationKey): Promise<LatestMessage[]> {
  return rows<LatestMessage>(
    prepared(
      "find latest messages",
      sql`SELECT m.id, coalesce(left(m.content, ${MOST_CHARACTERS}), '') AS text, m.intent AS kind, m.direction,
                 m.kind = 'notice' AS is_notice, m.intent_settled, m.sent_at
          FROM messages m
          WHERE m.conversation_id = (SELECT id FROM conversations WHERE owner_id = ${ownerId} AND ${isKey(key)})
            AND m.deleted_at IS NULL
          ORDER BY m.sent_at DESC, m.id DESC LIMIT ${LOOKED_AT}`,
    ),
  );
}

/**
 * Those of the latest messages that the contact wrote since we last wrote, within a day, the oldest first. A contact's
 * messages are dated by the second: a message in the same second as our last one counts as later, as with robots'
 * answers.
 */
function selectUnanswered(latest: readonly LatestMessage[]): LatestMessage[] {
  const ours = latest.find(({ direction }) => direction === "out");
  const since = Math.max(
    ours ? Math.floor(ours.sent_at.getTime() / 1_000) * 1_000 : 0,
    (latest[0]?.sent_at.getTime() ?? 0) - DAY_MS,
  );
  return latest
    .filter(({ direction, is_notice }) => direction === "in" && !is_notice)
    .filter(({ sent_at }) => sent_at.getTime() >= since)
    .slice(0, MOST_READ)
    .reverse();
}

/** The contact's messages that nobody has answered or judged, the oldest first, as each was read by itself. */
export async function findUnanswered(
  ownerId: OwnerId,
  key: ConversationKey,
): Promise<ReadMessage[]> {
  const unanswered = selectUnanswered(await findLatest(ownerId, key));
  const judged = unanswered.findLastIndex(({ intent_settled }) => intent_settled);
  return unanswered.slice(judged + 1).map(({ text, kind }) => ({ text, kind }));
}

/** How many seconds before `at` we wrote last; 0 where we have not written before. */
export async function findDelay(ownerId: OwnerId, phoneKey: string, at: Date): Promise<number> {
  const latest = await prisma.message.findFirst({
    where: {
      owner_id: ownerId,
      direction: "out",
      sent_at: { lt: at },
      conversation: { owner_id: ownerId, phone_key: phoneKey },
    },
    orderBy: { sent_at: "desc" },
    select: { sent_at: true },
  });
  return latest ? (at.getTime() - latest.sent_at.getTime()) / 1_000 : 0;
}

/**
 * Stores what the waiting words of a conversation mean, and the day that they name for later. Equal values are not
 * written again.
 */
export async function setIntent(
  ownerId: OwnerId,
  key: ConversationKey,
  { kind, words }: AnswerReading,
  due: TaskDue | null,
): Promise<void> {
  await execute(
    prepared(
      "set intent",
      sql`UPDATE conversations SET intent = ${kind}, intent_words = left(${words}, 200),
            intent_settled = false, intent_asked = false, intent_day = ${due?.day ?? null}::date, intent_time = ${due?.time ?? null}::time
          WHERE owner_id = ${ownerId} AND ${isKey(key)}
            AND (intent, intent_words, intent_settled, intent_asked, intent_day, intent_time) IS DISTINCT FROM
                (${kind}::text, left(${words}, 200), false, false, ${due?.day ?? null}::date, ${due?.time ?? null}::time(0))`,
    ),
  );
}

/** The contact's latest words in a conversation, even if we have written since. */
const LATEST_WORDS = sql`(SELECT nullif(m.content, '') FROM messages m
  WHERE m.conversation_id = c.id AND m.direction = 'in' AND m.kind <> 'notice' AND m.deleted_at IS NULL
  ORDER BY m.sent_at DESC, m.id DESC LIMIT 1)`;

/** The current intent of a conversation, and the task that was created from it. */
export function findIntentTask(
  ownerId: OwnerId,
  key: ConversationKey,
): Promise<{
  name: string | null;
  intent: AnswerKind | null;
  words: string | null;
  task_id: number | null;
  /** Who answers the contact, and may sign in. */
  seller_id: PersonId | null;
} | null> {
  return firstRow(
    sql`SELECT c.name, c.intent, ${LATEST_WORDS} AS words, c.intent_task_id AS task_id,
               (SELECT u.id FROM users u WHERE u.account_id = c.owner_id AND u.id = c.seller_id AND u.suspended_at IS NULL) AS seller_id
        FROM conversations c WHERE c.owner_id = ${ownerId} AND ${isKey(key)}`,
  );
}

/** The tasks that were created from a contact's words, whichever of our numbers they went to. */
export async function findIntentTasks(ownerId: OwnerId, phoneKey: string): Promise<number[]> {
  const found = await prisma.conversation.findMany({
    where: { owner_id: ownerId, phone_key: phoneKey, intent_task_id: { not: null } },
    select: { intent_task_id: true },
  });
  return found.flatMap(({ intent_task_id }) => intent_task_id ?? []);
}

/** Stores which task was created from the contact's words. */
export async function setIntentTask(
  ownerId: OwnerId,
  { phoneKey, instanceId }: ConversationKey,
  taskId: number,
): Promise<void> {
  await prisma.conversation.updateMany({
    where: { owner_id: ownerId, phone_key: phoneKey, instance_id: instanceId },
    data: { intent_task_id: taskId },
  });
}

/**
 * Stores a user's judgement of the words that wait in a conversation. Returns the previous reading; null without a
 * conversation in which the contact has written. Call inside a transaction.
 */
export async function settleIntent(
  ownerId: OwnerId,
  conversationId: number,
  kind: AnswerKind,
): Promise<{ phone_key: string; was: AnswerKind | null; words: string | null } | null> {
  const settled = await firstRow<{
    phone_key: string;
    instance_id: number | null;
    was: AnswerKind | null;
    words: string | null;
  }>(
    sql`UPDATE conversations c SET intent = ${kind}, intent_settled = true
        WHERE c.owner_id = ${ownerId} AND c.id = ${conversationId}
          AND EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.direction = 'in' AND m.kind <> 'notice')
        RETURNING c.phone_key, c.instance_id, old.intent AS was, ${LATEST_WORDS} AS words`,
  );
  if (!settled) return null;
  // When the user judges after our reply, the contact's messages before that reply are meant.
  const latest = await findLatest(ownerId, {
    phoneKey: settled.phone_key,
    instanceId: settled.instance_id,
  });
  const said = latest.slice(latest.findIndex(({ direction }) => direction === "in"));
  await prisma.message.updateMany({
    where: { owner_id: ownerId, id: { in: selectUnanswered(said).map(({ id }) => id) } },
    data: { intent: kind, intent_settled: true },
  });
  return settled;
}

/** The beginnings of texts that users have judged, the latest first. */
export function findSettledTexts(
  ownerId: OwnerId,
  { limit, length }: { limit: number; length: number },
): Promise<{ intent: AnswerKind; content: string; names: string[] }[]> {
  return rows(
    sql`SELECT m.intent, left(m.content, ${length}) AS content, array_remove(ARRAY[c.name, c.username, w.name, l.name, l.contact_name], NULL) AS names
        FROM messages m JOIN conversations c ON c.id = m.conversation_id
        LEFT JOIN whatsapp_contacts w ON w.owner_id = c.owner_id AND w.phone_key = c.phone_key
        LEFT JOIN leads l ON l.owner_id = c.owner_id AND l.phone_key = c.phone_key
        WHERE m.owner_id = ${ownerId} AND m.intent_settled AND m.content <> '' AND m.deleted_at IS NULL
        ORDER BY m.sent_at DESC, m.id DESC LIMIT ${limit}`,
  );
}

/** The contact may still be writing further messages. */
const QUIET_S = 60;
/** The user has read what waits longer. */
const FRESH_HOURS = 24;

/** A snapshot: a later message changes it. */
export interface UnclearAnswer {
  phone_key: string;
  instance_id: number | null;
  chat_id: string;
  last_message_at: Date;
}

/** Owners with answers that could not be read automatically, the most recent ones first. */
export async function findOwnersWithUnclear(limit: number): Promise<OwnerId[]> {
  const found = await rows<{ owner_id: number }>(
    sql`SELECT c.owner_id FROM conversations c JOIN accounts a ON a.id = c.owner_id
        WHERE a.plan = 'pro' AND a.is_active AND a.deletion_at IS NULL AND ${IS_UNCLEAR}
        GROUP BY c.owner_id ORDER BY max(c.waiting_since) DESC LIMIT ${limit}`,
  );
  return found.map(({ owner_id }) => ownerOfRow(owner_id));
}

const IS_UNCLEAR = sql`c.intent = 'unclear' AND NOT c.intent_asked AND NOT c.intent_settled
  AND NOT ${IS_ARCHIVED} AND c.waiting_since > now() - make_interval(hours => ${FRESH_HOURS})
  AND c.last_message_at < now() - make_interval(secs => ${QUIET_S})`;

/** Takes unclear answers of an owner, each once, the latest first. */
export function claimUnclear(ownerId: OwnerId, limit: number): Promise<UnclearAnswer[]> {
  return rows(
    sql`UPDATE conversations SET intent_asked = true
        WHERE owner_id = ${ownerId} AND id = ANY (ARRAY(
          SELECT c.id FROM conversations c WHERE c.owner_id = ${ownerId} AND ${IS_UNCLEAR}
          ORDER BY c.waiting_since DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED))
        RETURNING phone_key, instance_id, chat_id, last_message_at`,
  );
}

/**
 * Stores the reading of an answer that was unclear, if it still waits and is the latest. Returns its latest message;
 * null when somebody has written or judged meanwhile. Call inside a transaction.
 */
export async function clarifyIntent(
  ownerId: OwnerId,
  { phone_key: phoneKey, instance_id: instanceId, last_message_at }: UnclearAnswer,
  { kind, words }: { kind: AnswerKind; words: string },
  due: TaskDue | null,
): Promise<{ provider_message_id: string; sent_at: Date } | null> {
  const key = { phoneKey, instanceId };
  const clarified = await execute(
    sql`UPDATE conversations SET intent = ${kind}, intent_words = left(${words}, 200),
          intent_day = ${due?.day ?? null}::date, intent_time = ${due?.time ?? null}::time
        WHERE owner_id = ${ownerId} AND ${isKey(key)} AND intent = 'unclear' AND intent_asked AND NOT intent_settled
          AND waiting_since IS NOT NULL AND last_message_at = ${last_message_at}`,
  );
  if (clarified === 0) return null;
  const unanswered = selectUnanswered(await findLatest(ownerId, key));
  const ids = unanswered.filter((each) => each.kind === "unclear").map(({ id }) => id);
  await prisma.message.updateMany({
    where: { owner_id: ownerId, id: { in: ids } },
    data: { intent: kind },
  });
  return prisma.message.findFirst({
    where: { owner_id: ownerId, id: unanswered.at(-1)?.id ?? 0 },
    select: { provider_message_id: true, sent_at: true },
  });
}
