import { createHash } from "node:crypto";
import { execute, sql } from "@/server/platform/db/sql";

/** Signed bodies may hold personal data: no more of them are kept. */
const MOST_KEPT = 1_000;

/** Stores the body of an event that could not be read, once. Returns its digest in hexadecimal. */
export async function keepUnreadEvent(body: Buffer): Promise<string> {
  const digest = createHash("sha256").update(body).digest();
  await execute(
    sql`INSERT INTO billing_unread_events (sha256, body) VALUES (${digest}, ${body}) ON CONFLICT (sha256) DO NOTHING`,
  );
  await execute(
    sql`DELETE FROM billing_unread_events
        WHERE id <= (SELECT id FROM billing_unread_events ORDER BY id DESC OFFSET ${MOST_KEPT} LIMIT 1)`,
  );
  return digest.toString("hex");
}
