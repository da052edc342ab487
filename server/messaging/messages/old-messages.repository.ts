import { execute, sql } from "@/server/platform/db/sql";

/**
 * Deletes messages that were kept long enough, except those whose outcome is open. Their files are deleted with them.
 */
export function deleteOldMessages(months: number, limit: number): Promise<number> {
  return execute(
    sql`DELETE FROM messages WHERE id = ANY (ARRAY(
          SELECT m.id FROM messages m
          WHERE m.sent_at < now() - make_interval(months => ${months})
            AND NOT EXISTS (SELECT 1 FROM sends s WHERE s.chat_message_id = m.id)
          LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
}

/** Deletes conversations that have no messages left, and none waiting to be sent, nor notes as young. */
export function deleteEmptyConversations(months: number, limit: number): Promise<number> {
  return execute(
    sql`DELETE FROM conversations WHERE id = ANY (ARRAY(
          SELECT c.id FROM conversations c
          WHERE c.last_message_at < now() - make_interval(months => ${months})
            AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
            AND NOT EXISTS (SELECT 1 FROM conversation_notes n
                            WHERE n.owner_id = c.owner_id AND n.conversation_id = c.id AND n.created_at >= now() - make_interval(months => ${months}))
            AND NOT EXISTS (SELECT 1 FROM scheduled_messages s WHERE s.conversation_id = c.id AND s.state = 'scheduled')
          LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
}
