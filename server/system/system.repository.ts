import { execute, firstRow, sql } from "@/server/db/sql";

export async function saveHeartbeat(workerId: string): Promise<void> {
  await execute(
    sql`INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES (${workerId}, now())
        ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
  );
  await execute(sql`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'`);
}

/** Whether any worker was seen in the last `seconds`. */
export async function workerSeen(seconds: number): Promise<boolean> {
  const row = await firstRow<{ seen: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM worker_heartbeats
          WHERE seen_at > now() - make_interval(secs => ${seconds})) AS seen`,
  );
  return row?.seen ?? false;
}

/** The demonstration's accounts have this domain, and passwords that everybody knows. */
export async function findDemonstrationAccount(): Promise<string | null> {
  const row = await firstRow<{ email: string }>(
    sql`SELECT email FROM users WHERE email LIKE '%@garimpo.local' LIMIT 1`,
  );
  return row?.email ?? null;
}
