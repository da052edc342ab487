import type { OwnerId } from "@/server/platform/actor";
import { firstRow, sql } from "@/server/platform/db/sql";

/**
 * Stores the latest reaction of one side to a message, which may come later; a null emoji removes it. Returns our id of
 * the message, if it is stored; null when a later reaction is known.
 */
export function setReaction(
  ownerId: OwnerId,
  reaction: {
    instanceId: number;
    providerMessageId: string;
    /** Key of the chat that it came in. */
    phoneKey: string;
    fromMe: boolean;
    emoji: string | null;
    reactedAt: Date;
  },
): Promise<{ message: number | null } | null> {
  const { instanceId, providerMessageId, phoneKey, fromMe, emoji, reactedAt } = reaction;
  return firstRow<{ message: number | null }>(
    sql`INSERT INTO message_reactions AS r (owner_id, instance_id, provider_message_id, phone_key, from_me, emoji, reacted_at)
        VALUES (${ownerId}, ${instanceId}, ${providerMessageId}, ${phoneKey}, ${fromMe}, ${emoji}, ${reactedAt})
        ON CONFLICT (instance_id, provider_message_id, phone_key, from_me) DO UPDATE
        SET emoji = excluded.emoji, reacted_at = excluded.reacted_at WHERE r.reacted_at <= excluded.reacted_at
        RETURNING (SELECT m.id FROM messages m
          WHERE m.instance_id = r.instance_id AND m.provider_message_id = r.provider_message_id) AS message`,
  );
}
