import { createHash } from "node:crypto";
import { execute, sql } from "@/server/platform/db/sql";

/** Stores the body of an event that could not be read, once. Returns its digest in hexadecimal. */
export async function keepUnreadEvent(body: Buffer): Promise<string> {
  const digest = createHash("sha256").update(body).digest();
  await execute(
    sql`INSERT INTO billing_unread_events (sha256, body) VALUES (${digest}, ${body}) ON CONFLICT (sha256) DO NOTHING`,
  );
  return digest.toString("hex");
}

/** Deletes those older than `days`, and the oldest beyond `kept`. */
export function deleteOldUnreadEvents(days: number, kept: number): Promise<number> {
  return execute(
    sql`DELETE FROM billing_unread_events
        WHERE received_at < now() - make_interval(days => ${days})
           OR id <= (SELECT id FROM billing_unread_events ORDER BY id DESC OFFSET ${kept} LIMIT 1)`,
  );
}
