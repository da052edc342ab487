import type { Reader } from "@/server/platform/actor";
import { seenChat } from "@/server/platform/db/seen";
import { empty, rows, type Sql, sql } from "@/server/platform/db/sql";
import { type ChatRow, leadOfChat, NUMBER_ID } from "./chat-list.repository";

/** A message that was found, with the names of its conversation. */
export interface FoundMessageRow
  extends Pick<
    ChatRow,
    | "chat_id"
    | "phone_key"
    | "number_id"
    | "number"
    | "name"
    | "username"
    | "contact_name"
    | "lead_name"
    | "person_name"
    | "person_role"
  > {
  id: number;
  direction: "in" | "out";
  content: string;
  sent_at: Date;
}

/** How many messages of each direction are searched directly, the newest first, before the index of words is used. */
const RECENT = 200;

/**
 * The latest messages that contain every one of `words`, each from the beginning of a word. Common words are found
 * among the newest messages; only others are looked up in the index, whose hits must all be read to find the latest.
 */
export async function findMessagesByWords(
  reader: Reader,
  words: string[],
  limit: number,
): Promise<FoundMessageRow[]> {
  const { ownerId } = reader;
  const query = words.map((word) => `'${word}':*`).join(" & ");
  const found = sql`deleted_at IS NULL AND message_words(content) @@ to_tsquery('simple', ${query})`;
  const newest = (direction: "in" | "out") =>
    sql`(SELECT id, conversation_id, direction, content, sent_at, deleted_at FROM messages
         WHERE owner_id = ${ownerId} AND direction = ${direction} ORDER BY sent_at DESC LIMIT ${RECENT})`;
  const recent = await nameConversations(
    reader,
    sql`SELECT * FROM (${newest("in")} UNION ALL ${newest("out")}) AS newest WHERE ${found}`,
    limit,
  );
  if (recent.length === limit) return recent;
  return nameConversations(
    reader,
    sql`SELECT id, conversation_id, direction, content, sent_at FROM messages WHERE owner_id = ${ownerId} AND ${found}`,
    limit,
  );
}

/** The order by an expression keeps the planner from walking all messages by time. */
function nameConversations(
  reader: Reader,
  messages: Sql,
  limit: number,
): Promise<FoundMessageRow[]> {
  const shown = reader.sight
    ? sql`WHERE EXISTS (SELECT 1 FROM conversations c WHERE c.id = found.conversation_id${seenChat(reader, "c")})`
    : empty;
  return rows(
    sql`SELECT m.id, m.direction, m.content, m.sent_at, c.chat_id, c.phone_key, ${NUMBER_ID}, c.name, c.username,
               w.number, w.name AS contact_name, l.name AS lead_name, l.person_name, l.person_role
        FROM (SELECT * FROM (${messages}) AS found ${shown}
              ORDER BY sent_at + interval '0' DESC, id DESC LIMIT ${limit}) AS m
        JOIN conversations c ON c.id = m.conversation_id
        ${leadOfChat(reader)}
        LEFT JOIN whatsapp_contacts w ON w.owner_id = c.owner_id AND w.phone_key = c.phone_key
        ORDER BY m.sent_at DESC, m.id DESC`,
  );
}
