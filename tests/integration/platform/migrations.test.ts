import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "@/sandbox/testing";
import { migrate } from "@/scripts/apply-migrations";
import { runScript } from "@/scripts/migration-scripts";
import { execute, firstRow, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";

let migrator: pg.Client;
let holder: pg.Client;
beforeEach(async () => {
  [migrator, holder] = [new pg.Client(env.DATABASE_URL), new pg.Client(env.DATABASE_URL)];
  await Promise.all([migrator.connect(), holder.connect()]);
  await execute(sql`CREATE TABLE migrated_here (id int, name text)`);
});
afterEach(async () => {
  await Promise.all([migrator.end(), holder.end()]);
  await execute(sql`DROP TABLE IF EXISTS migrated_here`);
});

test("a migration that waits for a lock lets those behind it go first, and comes again", async () => {
  await holder.query("BEGIN; SELECT 1 FROM migrated_here");
  const migrated = runScript(migrator, "ALTER TABLE migrated_here ADD COLUMN kind text");
  const waits = () =>
    firstRow(
      sql`SELECT 1 FROM pg_locks WHERE relation = 'migrated_here'::regclass AND NOT granted`,
    );
  await until(waits, "the migration to wait");
  // This one waits behind it, and fails after five seconds were it to stay.
  await execute(sql`INSERT INTO migrated_here VALUES (1, 'a')`);
  await until(waits, "the migration to come again");
  await holder.query("COMMIT");
  await migrated;
  expect(await firstRow(sql`SELECT * FROM migrated_here`)).toEqual({
    id: 1,
    name: "a",
    kind: null,
  });
});

test("a run lets go of the lock that the next one waits for", async () => {
  expect(await migrate(env.DATABASE_URL)).toEqual([]);
  const isHeld = () =>
    firstRow(
      sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  await until(async () => (await isHeld()) === null, "the engine's lock to be free", 3_000);
});

test("a script that fails leaves nothing of itself", async () => {
  const failing = "ALTER TABLE migrated_here ADD COLUMN kind text; SELECT 1 / 0";
  await expect(runScript(migrator, failing)).rejects.toThrow("division by zero");
  expect(
    await firstRow(
      sql`SELECT 1 FROM information_schema.columns WHERE table_name = 'migrated_here' AND column_name = 'kind'`,
    ),
  ).toBeNull();
});

test("an index alone in its script is built while others write, and anew when it was interrupted", async () => {
  const script =
    "-- Names are looked up.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS migrated_here_name ON migrated_here (name);\n";
  const isValid = () =>
    firstRow(
      sql`SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('migrated_here_name')`,
    );
  await execute(sql`INSERT INTO migrated_here VALUES (1, 'a'), (2, 'a')`);
  await expect(runScript(migrator, script)).rejects.toThrow("could not create unique index");
  expect(await isValid()).toEqual({ valid: false });
  await execute(sql`DELETE FROM migrated_here WHERE id = 2`);
  await runScript(migrator, script);
  expect(await isValid()).toEqual({ valid: true });
  // A process killed before the mark applies it again.
  await runScript(migrator, script);
  expect(await isValid()).toEqual({ valid: true });
});
