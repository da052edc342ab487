import type { z } from "zod/mini";
import type { ScheduledMessage } from "@/lib/contracts/messaging/scheduled-messages";
import { MOST_SCHEDULED } from "@/lib/domain/messages/scheduled-message";
import type { Doer, OwnerId, Reader } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { seen, seenChat, seenNumber } from "@/server/platform/db/seen";
import { empty, execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

export type ScheduledRow = Omit<z.input<typeof ScheduledMessage>, "contactNumber" | "state"> & {
  chat_id: string;
  /** Which of the account's numbers writes. */
  instance_id: number | null;
  /** The same, but null for the default one. */
  number_id: number | null;
  send_at: Date;
  state: ScheduledMessage["state"] | "sent";
};

/** The conversation of a row `s`, also one that began since the row was created, or that its own was merged into. */
const CONVERSATION = sql`LEFT JOIN LATERAL (
    SELECT id, owner_id, phone_key, chat_id, name, instance_id, seller_id FROM conversations WHERE owner_id = s.owner_id AND id = s.conversation_id
    UNION ALL
    SELECT k.id, k.owner_id, k.phone_key, k.chat_id, k.name, k.instance_id, k.seller_id FROM conversations k
    LEFT JOIN whatsapp_instances n ON n.owner_id = k.owner_id AND n.id = k.instance_id
    WHERE s.conversation_id IS NULL AND k.owner_id = s.owner_id AND k.phone_key = coalesce(
      (SELECT i.phone_key FROM contact_identities i WHERE i.owner_id = s.owner_id AND i.chat_id = s.phone_key), s.phone_key)
      AND (n.id = s.instance_id OR s.instance_id IS NULL AND n.is_default IS NOT FALSE)
    LIMIT 1) AS c ON true`;

/**
 * The person has written since the row was created, to whichever of our numbers; earlier messages may be stored later
 * than it.
 */
const ANSWERED = sql`EXISTS (SELECT 1 FROM conversations k JOIN messages m ON m.owner_id = k.owner_id AND m.conversation_id = k.id
  WHERE k.owner_id = s.owner_id AND k.phone_key = coalesce(c.phone_key, s.phone_key) AND m.direction = 'in' AND m.id > s.after_message_id
    AND m.intent IS DISTINCT FROM 'automatic'
    AND m.sent_at >= date_trunc('second', s.created_at))`;

/** The same words went out since it was due: before the backup was taken, without a record here, or by hand. */
const wasSaid = (text: string) => sql`EXISTS (SELECT 1 FROM messages m
  WHERE m.owner_id = s.owner_id AND m.conversation_id = c.id AND m.direction = 'out' AND m.content = ${text}
    AND m.failure IS NULL AND m.sent_at >= date_trunc('second', s.send_at))`;

const SELECTED = sql`s.id, s.person_id, coalesce(c.instance_id, s.instance_id) AS instance_id,
  (SELECT n.id FROM whatsapp_instances n WHERE n.owner_id = s.owner_id AND n.id = coalesce(c.instance_id, s.instance_id) AND NOT n.is_default) AS number_id, coalesce(c.chat_id, s.chat_id) AS chat_id, s.content, s.send_at, s.stays, s.detail, s.created_at,
  CASE WHEN s.state = 'scheduled' AND NOT s.stays AND ${ANSWERED} THEN 'answered' ELSE s.state END AS state`;

const KEY = sql`coalesce(c.phone_key, s.phone_key)`;

/**
 * Those of a reader that have not gone out: of conversations that they see. Before there is one, what they made, and what
 * is for somebody whom they see and who talks with nobody.
 */
const isOpen = (reader: Reader) => {
  const isNew = sql`NOT EXISTS (SELECT 1 FROM conversations k WHERE k.owner_id = s.owner_id AND k.phone_key = ${KEY})`;
  const isSeen = sql`CASE WHEN c.id IS NOT NULL THEN (true ${seenChat(reader, "c")}) IS TRUE
    ELSE s.person_id = ${reader.personId} OR ${isNew} AND (true ${seenNumber(reader, KEY)}) IS TRUE END`;
  return sql`s.owner_id = ${reader.ownerId} AND s.state <> 'sent' ${reader.sight ? sql`AND ${isSeen}` : empty}`;
};

/** Messages that wait or did not go out, the earliest first; of one conversation, or of all. */
export function findScheduled(
  reader: Reader,
  chat: { keys: readonly string[]; instanceId: number | null } | null,
  limit: number,
): Promise<ScheduledRow[]> {
  const byDefault = sql`(SELECT n.id FROM whatsapp_instances n WHERE n.owner_id = s.owner_id AND n.is_default)`;
  const ofChat = chat
    ? sql`AND ${KEY} = ANY(${[...chat.keys]}::text[])
          AND coalesce(c.instance_id, s.instance_id, ${byDefault}) IS NOT DISTINCT FROM coalesce(${chat.instanceId}::int, ${byDefault})`
    : empty;
  return find(sql`${isOpen(reader)} ${ofChat}`, limit);
}

export async function findOne(reader: Reader, id: number): Promise<ScheduledRow | null> {
  const [row] = await find(sql`${isOpen(reader)} AND s.id = ${id}`, 1);
  return row ?? null;
}

function find(where: Sql, limit: number): Promise<ScheduledRow[]> {
  return rows(
    sql`SELECT ${SELECTED} FROM scheduled_messages s ${CONVERSATION} WHERE ${where} ORDER BY s.send_at, s.id LIMIT ${limit}`,
  );
}

export interface UnsentRow extends ScheduledRow {
  name: string | null;
  unsent: number;
}

/** Messages that did not go out, the latest first, with how many there are, up to `most`. */
export function findUnsent(
  reader: Reader,
  { limit, most }: { limit: number; most: number },
): Promise<UnsentRow[]> {
  const { ownerId } = reader;
  return rows(
    sql`WITH found AS (
          SELECT ${SELECTED}, ${KEY} AS phone_key, c.name
          FROM scheduled_messages s ${CONVERSATION} WHERE ${isOpen(reader)}),
        unsent AS (SELECT * FROM found WHERE state <> 'scheduled' ORDER BY send_at DESC, id DESC LIMIT ${most})
        SELECT u.id, u.person_id, u.instance_id, u.number_id, u.chat_id, u.content, u.send_at, u.stays, u.detail, u.created_at, u.state, count(*) OVER ()::int AS unsent,
               coalesce((SELECT name FROM leads WHERE owner_id = ${ownerId} AND phone_key = u.phone_key ${seen(reader, "leads")}),
                        (SELECT name FROM whatsapp_contacts WHERE owner_id = ${ownerId} AND phone_key = u.phone_key), u.name) AS name
        FROM unsent u ORDER BY u.send_at DESC, u.id DESC LIMIT ${limit}`,
  );
}

/** Returns null when too many wait. Call inside a transaction. */
export async function insertScheduled(
  { ownerId, personId }: Doer,
  message: {
    conversationId: number | null;
    instanceId: number | null;
    phoneKey: string;
    chatId: string;
    content: string;
    sendAt: Date;
    stays: boolean;
  },
): Promise<number | null> {
  await lockOwner(ownerId);
  const inserted = await firstRow<{ id: number }>(
    sql`INSERT INTO scheduled_messages (owner_id, person_id, conversation_id, instance_id, phone_key, chat_id, content, send_at, stays, after_message_id)
        SELECT ${ownerId}::int, ${personId}::int, ${message.conversationId}::int, ${message.instanceId}::int, ${message.phoneKey}, ${message.chatId}, ${message.content}, ${message.sendAt}::timestamptz,
               ${message.stays}::boolean,
               coalesce((SELECT max(id) FROM messages WHERE owner_id = ${ownerId} AND conversation_id = ${message.conversationId}::int), 0)
        WHERE (SELECT count(*) FROM scheduled_messages WHERE owner_id = ${ownerId} AND state = 'scheduled') < ${MOST_SCHEDULED}
        RETURNING id`,
  );
  return inserted?.id ?? null;
}

/** Changes one that waits; a new time lets it be tried again. Returns false when it no longer waits. */
export async function updateScheduled(
  ownerId: OwnerId,
  id: number,
  change: { content?: string; send_at?: Date; stays?: boolean },
): Promise<boolean> {
  const { count } = await prisma.scheduledMessage.updateMany({
    where: { owner_id: ownerId, id, state: "scheduled" },
    data: { ...change, not_before: null, detail: null },
  });
  return count > 0;
}

/** Returns false when there is none, or it has gone out. */
export async function deleteScheduled(ownerId: OwnerId, id: number): Promise<boolean> {
  const { count } = await prisma.scheduledMessage.deleteMany({
    where: { owner_id: ownerId, id, state: { not: "sent" } },
  });
  return count > 0;
}

export interface DueMessage extends ScheduledRow {
  owner_id: number;
  conversation_id: number | null;
  phone_key: string;
}

/**
 * For each owner not in `except`, the earliest due message, so that no owner waits for another's, and messages due
 * after an outage do not all go out at once.
 */
export function findDue(limit: number, except: readonly number[]): Promise<DueMessage[]> {
  return rows(
    sql`SELECT s.owner_id, c.id AS conversation_id, ${KEY} AS phone_key, ${SELECTED}
        FROM (SELECT * FROM (
                SELECT DISTINCT ON (owner_id) * FROM scheduled_messages
                WHERE state = 'scheduled' AND send_at <= now() AND (not_before IS NULL OR not_before <= now())
                  AND owner_id <> ALL(${[...except]}::int[])
                ORDER BY owner_id, send_at, id) AS first_of_owner
              WHERE EXISTS (SELECT 1 FROM accounts a WHERE a.id = owner_id AND a.is_active AND a.deletion_at IS NULL)
              ORDER BY send_at LIMIT ${limit}) AS s ${CONVERSATION}`,
  );
}

/**
 * Takes a due message for sending, once; `text` is its content filled in for this person. The conversation is locked,
 * so that the person's earlier messages are seen. Returns 'gone' when it was taken, changed or cancelled meanwhile.
 */
export async function claimDue(
  ownerId: OwnerId,
  { id, content }: Pick<DueMessage, "id" | "content">,
  text: string,
): Promise<"claimed" | "answered" | "said" | "gone"> {
  const row = await firstRow<{ stays: boolean; answered: boolean; said: boolean }>(
    sql`SELECT s.stays, ${ANSWERED} AS answered, ${wasSaid(text)} AS said FROM scheduled_messages s ${CONVERSATION}
        WHERE s.owner_id = ${ownerId} AND s.id = ${id} AND s.state = 'scheduled' AND s.content = ${content} AND s.send_at <= now()
          AND EXISTS (SELECT 1 FROM accounts a WHERE a.id = s.owner_id AND a.is_active AND a.deletion_at IS NULL) FOR UPDATE OF s`,
  );
  if (!row) return "gone";
  const isAnswered = row.answered && !row.stays;
  await settle(ownerId, id, isAnswered && !row.said ? "answered" : "sent", null);
  if (row.said) return "said";
  return isAnswered ? "answered" : "claimed";
}

/** Moves a person's scheduled messages to the person's new number or id. */
export async function moveScheduled(
  ownerId: OwnerId,
  fromKey: string,
  to: { phoneKey: string; chatId: string },
): Promise<void> {
  await prisma.scheduledMessage.updateMany({
    where: { owner_id: ownerId, phone_key: fromKey, state: "scheduled" },
    data: { phone_key: to.phoneKey, chat_id: to.chatId },
  });
}

export async function settle(
  ownerId: OwnerId,
  id: number,
  state: "sent" | "answered" | "failed",
  detail: string | null,
): Promise<void> {
  await execute(
    sql`UPDATE scheduled_messages SET state = ${state}, detail = ${detail}, settled_at = now(), not_before = NULL
        WHERE owner_id = ${ownerId} AND id = ${id} AND state IN ('scheduled', 'sent')`,
  );
}

/** Makes a message that surely did not go out wait for another attempt. */
export async function postpone(
  ownerId: OwnerId,
  id: number,
  { seconds, detail }: { seconds: number; detail: string | null },
): Promise<void> {
  await execute(
    sql`UPDATE scheduled_messages SET state = 'scheduled', settled_at = NULL, detail = ${detail},
               not_before = now() + make_interval(secs => ${seconds})
        WHERE owner_id = ${ownerId} AND id = ${id} AND state IN ('scheduled', 'sent')`,
  );
}

/** Fails messages that are due now, and did not go out: of one account, or of all. Returns how many. */
export function failDue(detail: string, ownerId?: OwnerId): Promise<number> {
  const of = ownerId === undefined ? empty : sql`AND owner_id = ${ownerId}`;
  return execute(
    sql`UPDATE scheduled_messages SET state = 'failed', detail = ${detail}, settled_at = now(), not_before = NULL
        WHERE state = 'scheduled' AND send_at <= now() ${of}`,
  );
}
