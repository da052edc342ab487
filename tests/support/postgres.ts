import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrate } from "@/scripts/migrate";
import { startPostgres } from "@/scripts/postgres.mjs";

const root = join(import.meta.dirname, "../..");

declare module "vitest" {
  export interface ProvidedContext {
    /** Superuser URL of the server, and the migrated database each test file copies. */
    postgres: { url: string; template: string };
  }
}

/** One server for every run, forgetful but fast; one migrated template per state of the migrations. */
export default async function setUp(project: TestProject) {
  const server = await startPostgres({
    folder: join(root, ".data"),
    name: "test-postgres",
    preferredPort: 54_339,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off" },
  });
  const template = `template_${migrationsDigest()}`;
  const client = new pg.Client(server.url);
  await client.connect();
  // Two projects set up at the same time: the second finds the work done.
  await client.query("SELECT pg_advisory_lock(1)");
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
  if (found.rowCount === 0) {
    await client.query(`CREATE DATABASE ${template}_new`);
    await migrate(server.url.replace(/\/postgres$/, `/${template}_new`));
    await client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1",
      [`${template}_new`],
    );
    await client.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
  }
  await client.query("SELECT pg_advisory_unlock(1)");
  await client.end();
  project.provide("postgres", { url: server.url, template });
}

function migrationsDigest(): string {
  const folder = join(root, "prisma/migrations");
  const digest = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".sql")) digest.update(readFileSync(join(folder, name)));
  }
  return digest.digest("hex").slice(0, 12);
}
