import { execute, rows, sql } from "@/server/platform/db/sql";
import type { TestUser } from "./users";

/** A message to a person with no conversation yet, which is due so many hours from now. */
export async function buildScheduled({ id }: TestUser, hours: number): Promise<void> {
  await execute(
    sql`INSERT INTO scheduled_messages (owner_id, chat_id, phone_key, content, send_at)
        VALUES (${id}, '5551998877665@s.whatsapp.net', '555198877665', 'Oi', now() + ${hours}::int * interval '1 hour')`,
  );
}

export const scheduledOf = ({ id }: TestUser) =>
  rows(sql`SELECT state, detail FROM scheduled_messages WHERE owner_id = ${id} ORDER BY send_at`);
