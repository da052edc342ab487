import type { OwnerId } from "@/server/platform/actor";
import { execute, firstRow, sql } from "@/server/platform/db/sql";

/** WhatsApp's answer about a number in the last `days`; `chat_id` is null when it has no account. */
export function findCheck(
  ownerId: OwnerId,
  phoneKey: string,
  days: number,
): Promise<{ chat_id: string | null } | null> {
  return firstRow(
    sql`SELECT chat_id FROM checked_numbers
        WHERE owner_id = ${ownerId} AND phone_key = ${phoneKey} AND checked_at > now() - make_interval(days => ${days})`,
  );
}

export async function upsertCheck(
  ownerId: OwnerId,
  phoneKey: string,
  chatId: string | null,
): Promise<void> {
  await execute(
    sql`INSERT INTO checked_numbers (owner_id, phone_key, chat_id) VALUES (${ownerId}, ${phoneKey}, ${chatId})
        ON CONFLICT (owner_id, phone_key) DO UPDATE SET chat_id = excluded.chat_id, checked_at = now()`,
  );
}
