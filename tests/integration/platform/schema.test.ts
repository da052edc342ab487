import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { diffSchemas, migrate } from "@/scripts/apply-migrations";
import { listMigrations } from "@/scripts/migration-scripts";
import { createEmptyDatabase, removeBackups } from "@/tests/support/backups";
import { readCatalogue } from "@/tests/support/schema-catalogue";

/** prisma/schema and prisma/rules describe the database as it is now; the migrations build and change it. */

const RULES = "prisma/rules";
const clients: pg.Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.end();
  await removeBackups();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
}

/** A database built from the schema and the rules, without any migration. */
async function makeOfRules(): Promise<pg.Client> {
  const client = await connect((await createEmptyDatabase()).url);
  const read = (name: string) => readFileSync(join(RULES, name), "utf8");
  const schema = await diffSchemas(inject("postgres").url, null);
  const keysAt = schema.indexOf("-- AddForeignKey");
  const areas = readdirSync(RULES).filter((name) => !/^(shared|references)/.test(name));
  for (const part of [
    ...["SET check_function_bodies = off", read("shared.sql"), schema.slice(0, keysAt)],
    ...areas.sort().map(read),
    ...[schema.slice(keysAt), read("references.sql")],
  ]) {
    await client.query(part);
  }
  return client;
}

test("the migrations make what schema and rules say, and nothing else", async () => {
  const written = await readCatalogue(await makeOfRules());
  const { url } = await createEmptyDatabase();
  await migrate(url);
  const migrated = await readCatalogue(await connect(url));
  expect(Object.fromEntries(migrated)).toEqual(Object.fromEntries(written));
  expect(written.size).toBeGreaterThan(2_000);
});

test("a database from before the baseline has it already, or is told what to do", async () => {
  const { url } = await createEmptyDatabase();
  const client = await connect(url);
  await client.query(readFileSync("prisma/migrations/0_baseline/migration.sql", "utf8"));
  // As Prisma makes it.
  await client.query(
    `CREATE TABLE _prisma_migrations (id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
       migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
       started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`,
  );
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('one', 'of then', now(), 'one of then')`,
  );
  const rename = (name: string) =>
    client.query("UPDATE _prisma_migrations SET migration_name = $1", [name]);
  await rename("20261130180300_contacted_index");
  await expect(migrate(url)).rejects.toThrow("was never brought up to date");
  await rename("20261130190000_account_checkouts");
  await client.query("DROP FUNCTION event_subject");
  const newer = listMigrations().slice(1);
  expect((await Promise.all([migrate(url), migrate(url)])).flat()).toEqual(newer);
  const { rows } = await client.query("SELECT migration_name FROM _prisma_migrations ORDER BY 1");
  expect(rows.map(({ migration_name }) => migration_name)).toEqual(listMigrations());
  expect(Object.fromEntries(await readCatalogue(client))).toEqual(
    Object.fromEntries(await readCatalogue(await makeOfRules())),
  );
});

test("of commands at once one migrates, and the others find it done", async () => {
  const { url } = await createEmptyDatabase();
  const [baseline = "", ...later] = listMigrations();
  await migrate(url, { only: [baseline] });
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
  expect(applied.flat()).toEqual(later);
});

test("no two migrations begin with the same time", () => {
  const times = listMigrations().map((name) => name.slice(0, 14));
  const shared = times.filter((time, at) => times.indexOf(time) !== at);
  expect(shared, "give the migration a time of its own: npm run migration -- new <name>").toEqual(
    [],
  );
});
