import type { UserId } from "@/server/platform/actor";
import { execute, sql } from "@/server/platform/db/sql";

/**
 * Keeps the latest reaction of one side to a message, which may come later; an emoji of null takes it back. Returns
 * false when a later one is known.
 */
export async function setReaction(
  ownerId: UserId,
  reaction: {
    instanceId: number;
    providerMessageId: string;
    /** Of the chat that it came in. */
    phoneKey: string;
    fromMe: boolean;
    emoji: string | null;
    reactedAt: Date;
  },
): Promise<boolean> {
  const { instanceId, providerMessageId, phoneKey, fromMe, emoji, reactedAt } = reaction;
  const set = await execute(
    sql`INSERT INTO message_reactions AS r (owner_id, instance_id, provider_message_id, phone_key, from_me, emoji, reacted_at)
        VALUES (${ownerId}, ${instanceId}, ${providerMessageId}, ${phoneKey}, ${fromMe}, ${emoji}, ${reactedAt})
        ON CONFLICT (instance_id, provider_message_id, phone_key, from_me) DO UPDATE
        SET emoji = excluded.emoji, reacted_at = excluded.reacted_at WHERE r.reacted_at <= excluded.reacted_at`,
  );
  return set === 1;
}
