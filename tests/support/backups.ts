import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { markUnfinished } from "@/scripts/backups/mark";
import { env } from "@/server/platform/env";

export async function withDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

export interface EmptyDatabase {
  name: string;
  owner: string;
  /** With a role that owns the database, and is no superuser. */
  url: string;
  superUrl: string;
}

const databases: EmptyDatabase[] = [];
const folders: string[] = [];

/** Of PostgreSQL's server of the tests. `removeBackups` drops it, with its role. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await onServer(
    `CREATE ROLE ${name} LOGIN PASSWORD 'only-of-tests' NOSUPERUSER NOCREATEDB NOCREATEROLE`,
    `CREATE DATABASE ${name} OWNER ${name}`,
  );
  const superUrl = new URL(env.DATABASE_URL);
  superUrl.pathname = `/${name}`;
  const url = new URL(superUrl);
  url.username = name;
  url.password = "only-of-tests";
  const database = { name, owner: name, url: url.href, superUrl: superUrl.href };
  databases.push(database);
  return database;
}

/**
 * A copy of the other database as it is, in which a restore was interrupted before it loaded any row: a restore into it
 * continues there, and does not repeat its migrations. Nobody may use the other database meanwhile.
 */
export async function createHalfRestored(other: EmptyDatabase): Promise<EmptyDatabase> {
  const name = `restored_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${other.name} OWNER ${other.owner}`);
  const [url, superUrl] = [other.url, other.superUrl].map((address) => {
    const own = new URL(address);
    own.pathname = `/${name}`;
    return own.href;
  }) as [string, string];
  const database = { name, owner: other.owner, url, superUrl };
  databases.push(database);
  await withDatabase(url, (client) => markUnfinished(client, "another backup"));
  return database;
}

/** A folder that `removeBackups` removes. */
export function makeBackupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  folders.push(folder);
  return folder;
}

export async function removeBackups(): Promise<void> {
  // Files that share a process share the lists, too.
  const made = databases.splice(0);
  for (const { name } of made) await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const owners = new Set(made.map(({ owner }) => owner));
  for (const owner of owners) await onServer(`DROP ROLE ${owner}`);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

async function onServer(...statements: string[]): Promise<void> {
  const url = new URL(env.DATABASE_URL);
  url.pathname = "/postgres";
  await withDatabase(url.href, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

/** The rows and the checksum of each of our tables, including computed columns. */
export async function readChecksums(client: pg.Client): Promise<Record<string, string>> {
  await client.query("SET timezone = 'UTC'");
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND c.relname <> '_prisma_migrations'
       AND (n.nspname = 'public' OR n.nspname LIKE 'registry\\_%') ORDER BY 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    // A restored database differs in only one value: where it is.
    const row = name === "installation" ? "to_jsonb(t) - 'place'" : "t";
    const { rows } = await client.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg((${row})::text, chr(10) ORDER BY (${row})::text COLLATE "C")), '') AS sum
       FROM ${name} t`,
    );
    sums[name] = rows[0]?.sum ?? "";
  }
  return sums;
}
