import { execute, firstRow, prepared, sql } from "@/server/platform/db/sql";

/** Adds today's first contacts of numbers. Call in the transaction that claims their messages. */
export async function addFirstContacts(senderKeys: readonly string[], day: string): Promise<void> {
  await execute(
    prepared(
      "add first contacts",
      sql`INSERT INTO number_days AS d (sender_key, day, first_contacts)
          SELECT sender_key, ${day}::date, count(*) FROM unnest(${senderKeys}::text[]) AS made(sender_key)
          GROUP BY sender_key ORDER BY sender_key
          ON CONFLICT (sender_key, day) DO UPDATE SET first_contacts = d.first_contacts + excluded.first_contacts`,
    ),
  );
}

/** On how many days before `today` the number wrote to new people, from the day `since`. */
export async function countSendingDays(
  senderKey: string,
  { since, today }: { since: string; today: string },
): Promise<number> {
  const counted = await firstRow<{ days: number }>(
    sql`SELECT count(*)::int AS days FROM number_days
        WHERE sender_key = ${senderKey} AND day >= ${since}::date AND day < ${today}::date`,
  );
  return counted?.days ?? 0;
}
