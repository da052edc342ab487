import { execute, prepared, sql } from "@/server/platform/db/sql";

export async function notifyLive(channel: string, payloads: readonly string[]): Promise<void> {
  await execute(
    prepared(
      "notify",
      sql`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) AS payload`,
    ),
  );
}
