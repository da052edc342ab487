import { prisma } from "@/server/db/prisma";
import { execute, firstRow, sql } from "@/server/db/sql";

export async function saveHeartbeat(workerId: string): Promise<void> {
  await execute(
    sql`INSERT INTO worker_heartbeats (worker_id, seen_at) VALUES (${workerId}, now())
        ON CONFLICT (worker_id) DO UPDATE SET seen_at = now()`,
  );
  await execute(sql`DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'`);
}

export async function pingDatabase(): Promise<void> {
  await execute(sql`SELECT 1`);
}

/** Whether any worker was seen in the last `seconds`. */
export async function wasWorkerSeen(seconds: number): Promise<boolean> {
  const row = await firstRow<{ seen: boolean }>(
    sql`SELECT EXISTS (SELECT 1 FROM worker_heartbeats
          WHERE seen_at > now() - make_interval(secs => ${seconds})) AS seen`,
  );
  return row?.seen ?? false;
}

/** Demonstration accounts have this domain and published passwords. */
export async function findDemonstrationAccount(): Promise<string | null> {
  const account = await prisma.user.findFirst({
    where: { email: { endsWith: "@garimpo.local" } },
    select: { email: true },
  });
  return account?.email ?? null;
}
