import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, rows, sql } from "@/server/platform/db/sql";

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

/** The applied migrations, by name; none in a database that was never migrated. */
export async function findAppliedMigrations(): Promise<string[]> {
  const table = await firstRow<{ exists: boolean }>(
    sql`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!table?.exists) return [];
  const applied = await rows<{ migration_name: string }>(
    sql`SELECT migration_name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  return applied.map(({ migration_name }) => migration_name);
}

/** Stores the sealed word unless there is one; returns the one that is there. */
export async function keepSealedWord(sealedWord: string): Promise<string> {
  await execute(
    sql`INSERT INTO installation (sealed_word) VALUES (${sealedWord}) ON CONFLICT (id) DO NOTHING`,
  );
  const row = await prisma.installation.findFirst({ select: { sealed_word: true } });
  return row?.sealed_word ?? "";
}
