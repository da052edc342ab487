import type { UserId } from "@/server/actor";
import { rows, sql } from "@/server/db/sql";
import type { ChatRow } from "./chats.repository";

/** A message that was found, with what its conversation is called by. */
export interface FoundMessageRow
  extends Pick<
    ChatRow,
    "chat_id" | "phone_key" | "number" | "name" | "contact_name" | "lead_name"
  > {
  id: number;
  direction: "in" | "out";
  content: string;
  sent_at: Date;
}

/**
 * The latest messages that hold every one of `words`, each from the beginning of a word. Walks the owner's messages of
 * each direction by time where the words are common, and looks the words up where they are rare.
 */
export function findMessagesByWords(
  ownerId: UserId,
  words: string[],
  limit: number,
): Promise<FoundMessageRow[]> {
  const query = words.map((word) => `'${word}':*`).join(" & ");
  const latest = (direction: "in" | "out") =>
    sql`(SELECT id, conversation_id, direction, content, sent_at FROM messages
         WHERE owner_id = ${ownerId} AND direction = ${direction} AND deleted_at IS NULL
           AND message_words(content) @@ to_tsquery('simple', ${query})
         ORDER BY sent_at DESC LIMIT ${limit})`;
  return rows(
    sql`SELECT m.id, m.direction, m.content, m.sent_at, c.chat_id, c.phone_key, c.name,
               w.number, w.name AS contact_name, l.name AS lead_name
        FROM (${latest("in")} UNION ALL ${latest("out")}) AS m
        JOIN conversations c ON c.id = m.conversation_id
        LEFT JOIN leads l ON l.owner_id = c.owner_id AND l.phone_key = c.phone_key
        LEFT JOIN whatsapp_contacts w ON w.owner_id = c.owner_id AND w.phone_key = c.phone_key
        ORDER BY m.sent_at DESC, m.id DESC LIMIT ${limit}`,
  );
}
