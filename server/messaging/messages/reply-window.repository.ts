import { REPLY_WINDOW_HOURS } from "@/lib/domain/messages/reply-window";
import type { OwnerId } from "@/server/platform/actor";
import { firstRow, type Sql, sql } from "@/server/platform/db/sql";

interface ReplyWindow {
  open: boolean;
  closesAt: Date;
}

const lastReceived = (ownerId: OwnerId, conversationId: number): Sql =>
  sql`SELECT provider_message_id, sent_at FROM messages
      WHERE owner_id = ${ownerId} AND conversation_id = ${conversationId} AND direction = 'in'
      ORDER BY sent_at DESC, id DESC LIMIT 1`;

/** How long any text may be sent, since the contact's last message, by the database's clock; null without one. */
export function findReplyWindow(
  ownerId: OwnerId,
  conversationId: number,
): Promise<ReplyWindow | null> {
  return firstRow<{ open: boolean; closesAt: Date }>(
    sql`SELECT sent_at + make_interval(hours => ${REPLY_WINDOW_HOURS}) > now() AS open,
               sent_at + make_interval(hours => ${REPLY_WINDOW_HOURS}) AS "closesAt"
        FROM (${lastReceived(ownerId, conversationId)}) AS last`,
  );
}

/** The provider's id of the contact's last message; null without one. */
export async function findLastReceivedId(
  ownerId: OwnerId,
  conversationId: number,
): Promise<string | null> {
  const row = await firstRow<{ provider_message_id: string }>(
    lastReceived(ownerId, conversationId),
  );
  return row?.provider_message_id ?? null;
}
