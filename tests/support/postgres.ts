import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "@/scripts/apply-migrations";
import { compileIfChanged } from "@/scripts/compile.mjs";
import { startPostgres, TEST_SERVER } from "@/scripts/postgres.mjs";
import { dropDatabases, keepMigratedRows, type TestServer } from "./database";

const root = join(import.meta.dirname, "../..");

declare module "vitest" {
  export interface ProvidedContext {
    postgres: TestServer;
    /** The prefix of the names of this run's databases. */
    databasePrefix: string;
  }
}

export default async function setUp(project: TestProject) {
  // For the files that start processes.
  await compileIfChanged();
  const server = await preparePostgres();
  const prefix = `test_${randomBytes(6).toString("hex")}`;
  project.provide("postgres", server);
  project.provide("databasePrefix", prefix);
  return () => dropDatabases(server, prefix);
}

/**
 * Starts one server for all runs, fast and without durability, with one migrated template per state of the
 * migrations. With `survivesKills` what was committed outlasts a SIGKILL of the server.
 */
export async function preparePostgres({
  name = TEST_SERVER.name,
  preferredPort = TEST_SERVER.preferredPort,
  sharedBuffers = "256MB",
  maxConnections = Number(TEST_SERVER.settings.max_connections),
  survivesKills = false,
} = {}): Promise<TestServer> {
  const server = await startPostgres({
    folder: join(root, ".data"),
    name,
    preferredPort,
    settings: {
      ...TEST_SERVER.settings,
      // A copied database's unlogged tables are otherwise beyond repair after a kill, until the first checkpoint.
      ...(survivesKills && { synchronous_commit: "on", wal_level: "replica" }),
      shared_buffers: sharedBuffers,
      max_connections: String(maxConnections),
    },
  });
  const template = `template_${templateDigest()}`;
  const client = new pg.Client(server.url);
  await client.connect();
  // Two projects may set up at the same time: the second one waits.
  await client.query("SELECT pg_advisory_lock(1)");
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount === 0) {
    await client.query(`DROP DATABASE IF EXISTS ${template}_new WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${template}_new`);
    const migrated = server.url.replace(/\/postgres$/, `/${template}_new`);
    await migrate(migrated);
    await keepMigratedRows(migrated);
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [`${template}_new`],
    );
    await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
  }
  await client.query("SELECT pg_advisory_unlock(1)");
  await client.end();
  return { url: server.url, template };
}

/** A digest of the files that the template is made from. */
function templateDigest(): string {
  const folder = join(root, "prisma/migrations");
  const digest = createHash("sha256").update(keepMigratedRows.toString());
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    // A migration is known by its name.
    if (name.endsWith(".sql")) digest.update(name).update(readFileSync(join(folder, name)));
  }
  return digest.digest("hex").slice(0, 12);
}
