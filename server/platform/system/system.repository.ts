import type { FactorRequiredOf } from "@/lib/domain/accounts/required-factor";
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

/** Whether a restore of a backup has begun here and not ended: see scripts/backups/mark.ts. */
export async function isRestoreUnfinished(): Promise<boolean> {
  const row = await firstRow<{ unfinished: boolean }>(
    sql`SELECT to_regclass('restoring.backup') IS NOT NULL AS unfinished`,
  );
  return row?.unfinished ?? false;
}

/**
 * Identifies this database by its server and itself. A restored or copied database has another identity, unless its
 * server's files were restored.
 */
async function findPlace(): Promise<string> {
  const row = await firstRow<{ database: string; readable: boolean }>(
    sql`SELECT oid::text AS database, has_function_privilege('pg_control_system()', 'EXECUTE') AS readable
        FROM pg_database WHERE datname = current_database()`,
  );
  if (!row?.readable) return row?.database ?? "";
  const server = await firstRow<{ id: string }>(
    sql`SELECT system_identifier::text AS id FROM pg_control_system()`,
  );
  return `${server?.id}/${row.database}`;
}

export interface HeldCopy {
  held_since: Date;
  held_because: "moved" | "older";
  known_until: Date | null;
}

/**
 * The count according to the store of files: the latest that it took, 'none' where it has none, 'lost' where a person
 * declared it lost, and null while the store is unreachable.
 */
export type SeenBeat = number | "none" | "lost" | null;

const toCount = (seen: SeenBeat): number | null => (typeof seen === "number" ? seen : null);

/**
 * Stores the database's place in the installation's row, or holds the installation: when the row was written in another
 * database, `seen` was counted elsewhere and is higher than its own count, or the store lost the count.
 */
export async function notePlace(seen: SeenBeat): Promise<void> {
  const place = await findPlace();
  await execute(
    sql`UPDATE installation SET
          held_since = coalesce(held_since, CASE WHEN other.because IS NOT NULL THEN now() END),
          held_because = coalesce(held_because, other.because),
          known_until = CASE WHEN held_since IS NULL AND other.because IS NOT NULL THEN beat_at ELSE known_until END,
          place = coalesce(place, ${place})
        FROM (SELECT id AS row_id, CASE WHEN place <> ${place} THEN 'moved'
                                        WHEN beat < ${toCount(seen)}::int THEN 'older'
                                        WHEN ${seen === "lost"} AND stored_beat > 0 THEN 'older' END AS because
              FROM installation) AS other
        WHERE id = other.row_id`,
  );
}

/** Null while this is the database that the system works on. */
export async function findHeldCopy(): Promise<HeldCopy | null> {
  const row = await prisma.installation.findFirst({
    where: { held_since: { not: null } },
    select: { held_since: true, held_because: true, known_until: true },
  });
  return row as HeldCopy | null;
}

/** Whether the database is still the one that was noted, and not held. */
export async function isOwnPlace(): Promise<boolean> {
  const place = await findPlace();
  const held = await prisma.installation.findFirst({
    where: { OR: [{ place: { not: place } }, { held_since: { not: null } }] },
    select: { id: true },
  });
  return held === null;
}

/** Increments the count unless the installation is held. Returns null when it is held. */
export async function countBeat(): Promise<number | null> {
  const [row] = await prisma.installation.updateManyAndReturn({
    where: { held_since: null },
    data: { beat: { increment: 1 }, beat_at: new Date() },
    select: { beat: true },
  });
  return row?.beat ?? null;
}

/** Whether a store of files took a count since the database became the one that works. */
export async function wasBeatStored(): Promise<boolean> {
  const row = await prisma.installation.findFirst({
    where: { stored_beat: { gt: 0 } },
    select: { id: true },
  });
  return row !== null;
}

/** Notes that the store of files took the count. */
export async function noteStoredBeat(beat: number): Promise<void> {
  await prisma.installation.updateMany({
    where: { stored_beat: { lt: beat } },
    data: { stored_beat: beat },
  });
}

/** The sealed word, which a copy has, too, and no other installation; null before the first start. */
export async function findSealedWord(): Promise<string | null> {
  const row = await prisma.installation.findFirst({ select: { sealed_word: true } });
  return row?.sealed_word ?? null;
}

/** What the installation is called in the store of files; null before its first start. */
export async function findInstallationName(): Promise<string | null> {
  const row = await prisma.installation.findFirst({ select: { name: true } });
  return row?.name ?? null;
}

/**
 * Ends the hold: this database is the one that works. Returns since when data may be missing; null when it was not
 * held.
 */
export async function releaseCopy(seen: SeenBeat): Promise<{ since: Date } | null> {
  const place = await findPlace();
  return firstRow(
    sql`UPDATE installation SET held_since = NULL, held_because = NULL, place = ${place}, confirmed_at = now(),
               beat = greatest(beat, coalesce(${toCount(seen)}::int, 0)) + 1, stored_beat = 0
        WHERE held_since IS NOT NULL RETURNING coalesce(old.known_until, old.held_since) AS since`,
  );
}

/**
 * Stores the sealed word where there is none, as in a restored backup that is older than the word. Returns the stored
 * one.
 */
export async function keepSealedWord(sealedWord: string): Promise<string> {
  await execute(
    sql`INSERT INTO installation (sealed_word) VALUES (${sealedWord})
        ON CONFLICT (id) DO UPDATE SET sealed_word = excluded.sealed_word WHERE installation.sealed_word = ''`,
  );
  return (await findSealedWord()) ?? "";
}

/** Unless another process replaced it since it was read. */
export async function replaceSealedWord(before: string, sealedWord: string): Promise<void> {
  await prisma.installation.updateMany({
    where: { sealed_word: before },
    data: { sealed_word: sealedWord },
  });
}

/** How many connections PostgreSQL allows to ordinary roles, and how many are taken, by any program. */
export async function countConnections(): Promise<{ allowed: number; taken: number }> {
  const row = await firstRow<{ allowed: number; taken: number }>(
    sql`SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
               - current_setting('reserved_connections')::int AS allowed,
               (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS taken`,
  );
  return row ?? { allowed: 0, taken: 0 };
}

/** 'nobody' before the first start. */
export async function findFactorRequiredOf(): Promise<FactorRequiredOf> {
  const row = await prisma.installation.findFirst({ select: { factor_required_of: true } });
  return (row?.factor_required_of ?? "nobody") as FactorRequiredOf;
}

/** Returns false before the first start. */
export async function setFactorRequiredOf(requiredOf: FactorRequiredOf): Promise<boolean> {
  const { count } = await prisma.installation.updateMany({
    data: { factor_required_of: requiredOf },
  });
  return count === 1;
}
