import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { findRoot } from "@/server/platform/root";

export const MIGRATIONS_FOLDER = join(findRoot(), "prisma/migrations");

/** The names of the migrations that this version has, in their order. */
export function listMigrations(): string[] {
  return readdirSync(MIGRATIONS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** As the engine takes them. */
export function readMigrations(only?: readonly string[]) {
  const folders = listMigrations().filter((name) => !only || only.includes(name));
  return {
    baseDir: MIGRATIONS_FOLDER,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: folders.map((path) => ({
      path,
      migrationFile: {
        path: "migration.sql",
        content: {
          tag: "ok" as const,
          value: readFileSync(join(MIGRATIONS_FOLDER, path, "migration.sql"), "utf8"),
        },
      },
    })),
  };
}

/** The migration of a script. */
export function findMigration(script: string) {
  return readMigrations().migrationDirectories.find(
    ({ migrationFile }) => migrationFile.content.value === script,
  );
}

/** A session that waits for a lock blocks all later ones: a migration waits no longer than a request may. */
const LOCK_TIMEOUT_MS = 3_000;
export const LOCK_TRIES = 10;

export const isLockTimeout = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === "55P03";

/** Sends a script as one transaction, again while another session has a lock that it needs. */
export async function runScript(client: pg.Client, script: string): Promise<void> {
  const index = findConcurrentIndex(script);
  if (index !== undefined) return buildIndex(client, index, script);
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`${script}\n;${finishSql(script)}`);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
      console.error(
        `${findMigration(script)?.path ?? "A migration"} waits for a lock that somebody holds: tried ${tries} of ${LOCK_TRIES} times.`,
      );
      await setTimeout(LOCK_TIMEOUT_MS);
    }
  }
}

/**
 * Marks a migration as finished in the transaction of its script. The engine does so after the transaction, and if it is
 * killed in between, the script would be applied again.
 */
function finishSql(script: string): string {
  const name = findMigration(script)?.path;
  return name === undefined
    ? ""
    : `UPDATE "_prisma_migrations" SET finished_at = now()
       WHERE migration_name = '${name}' AND finished_at IS NULL AND rolled_back_at IS NULL`;
}

/** The name of the index, if the script only builds one index concurrently. */
function findConcurrentIndex(script: string): string | undefined {
  const code = script.replace(/--.*$/gm, "").trim();
  return /^CREATE\s(?:UNIQUE\s)?INDEX\sCONCURRENTLY\sIF\sNOT\sEXISTS\s("?[a-z0-9_]+"?)\s[^;]*;?$/i.exec(
    code,
  )?.[1];
}

/** Cannot be part of a transaction. An interrupted build leaves an invalid index with this name. It blocks nobody. */
async function buildIndex(client: pg.Client, name: string, script: string): Promise<void> {
  const { rows } = await client.query(
    "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid",
    [name],
  );
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
  await client.query(script);
}
