import type { z } from "zod/mini";
import type { ConversationNote } from "@/lib/contracts/messaging/chat-notes";
import type { Actor, OwnerId, PersonId } from "@/server/platform/actor";
import { prisma } from "@/server/platform/db/prisma";
import { empty, execute, firstRow, rows, type Sql, sql } from "@/server/platform/db/sql";

type NoteRow = z.input<typeof ConversationNote>;

/** Of a note `n`. */
const COLUMNS = sql`n.id, n.text, n.person_id, n.created_at,
  (SELECT u.name FROM users u WHERE u.account_id = n.owner_id AND u.id = n.person_id) AS author`;

/** The newest first. */
export function findNotes(
  ownerId: OwnerId,
  conversationId: number,
  limit: number,
): Promise<NoteRow[]> {
  return rows(
    sql`SELECT ${COLUMNS}, ARRAY(SELECT m.person_id FROM note_mentions m
               WHERE m.owner_id = n.owner_id AND m.note_id = n.id ORDER BY m.person_id) AS mentions
        FROM conversation_notes n
        WHERE n.owner_id = ${ownerId} AND n.conversation_id = ${conversationId} ORDER BY n.id DESC LIMIT ${limit}`,
  );
}

/** Returns null when the conversation is gone, as one is that became part of another. */
export function insertNote(
  { ownerId, personId }: Pick<Actor, "ownerId" | "personId">,
  conversationId: number,
  text: string,
  mentioned: readonly PersonId[],
): Promise<NoteRow | null> {
  return firstRow(
    sql`WITH held AS (
          SELECT id FROM conversations WHERE owner_id = ${ownerId} AND id = ${conversationId} FOR KEY SHARE
        ), n AS (
          INSERT INTO conversation_notes (owner_id, conversation_id, person_id, text)
          SELECT ${ownerId}::int, held.id, ${personId}::int, ${text}::text FROM held RETURNING *
        ), named AS (
          INSERT INTO note_mentions (owner_id, note_id, person_id)
          SELECT n.owner_id, n.id, p.id FROM n, unnest(${mentioned}::int[]) AS p (id))
        SELECT ${COLUMNS}, ${mentioned}::int[] AS mentions FROM n`,
  );
}

/** `by`: whose it must be; null for whoever may delete all. Returns its chat; null when there is no such note. */
export function deleteNote(
  ownerId: OwnerId,
  id: number,
  by: PersonId | null,
): Promise<{ chat_id: string } | null> {
  const own = by === null ? empty : sql`AND n.person_id = ${by}`;
  return firstRow(
    sql`DELETE FROM conversation_notes n USING conversations c
        WHERE n.owner_id = ${ownerId} AND n.id = ${id} ${own} AND c.owner_id = n.owner_id AND c.id = n.conversation_id
        RETURNING c.chat_id`,
  );
}

export async function hasNote(ownerId: OwnerId, id: number): Promise<boolean> {
  return (await prisma.conversationNote.count({ where: { owner_id: ownerId, id } })) === 1;
}

/** The conversations in which a note mentions a person who has not opened them since. */
export function mentioning(ownerId: OwnerId, personId: PersonId): Sql {
  return sql`(SELECT n.conversation_id FROM note_mentions m
    JOIN conversation_notes n ON n.owner_id = m.owner_id AND n.id = m.note_id
    WHERE m.owner_id = ${ownerId} AND m.person_id = ${personId} AND m.read_at IS NULL)`;
}

export async function isMentioned(
  { ownerId, personId }: Pick<Actor, "ownerId" | "personId">,
  conversationId: number,
): Promise<boolean> {
  const row = await firstRow(
    sql`SELECT 1 WHERE ${conversationId}::int IN ${mentioning(ownerId, personId)}`,
  );
  return row !== null;
}

/** Returns how many of a person's mentions in a conversation were not read yet. */
export function markMentionsRead(
  { ownerId, personId }: Pick<Actor, "ownerId" | "personId">,
  conversationId: number,
): Promise<number> {
  return execute(
    sql`UPDATE note_mentions m SET read_at = now() FROM conversation_notes n
        WHERE m.owner_id = ${ownerId} AND m.person_id = ${personId} AND m.read_at IS NULL
          AND n.owner_id = m.owner_id AND n.id = m.note_id AND n.conversation_id = ${conversationId}`,
  );
}
