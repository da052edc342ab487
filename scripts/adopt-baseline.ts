import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";
import { readMigrations } from "./migration-scripts";

const BASELINE = "0_baseline";
/** The last of the migrations that the baseline took the place of, but for one that changed a function alone. */
const LAST_BEFORE = "20261130190000_account_checkouts";
const CHANGED_FUNCTION = /CREATE (FUNCTION event_subject[\s\S]*?\$\$;)/;

/**
 * A database that was made before there was a baseline is given the little of it that it lacks, and the baseline is written
 * down as applied, instead of what made the database.
 * @throws Error when more is missing
 */
export async function adoptBaseline(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) return;
  const applied = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const names = applied.rows.map(({ name }) => name);
  if (names.length === 0 || names.includes(BASELINE)) return;
  if (!names.includes(LAST_BEFORE)) {
    throw new Error(
      "This database was made by a version before 0.1.0 that was never brought up to date: start the last commit before the baseline of the migrations on it once, and then this version.",
    );
  }
  const script =
    readMigrations([BASELINE]).migrationDirectories[0]?.migrationFile.content.value ?? "";
  await client.query("BEGIN");
  await client.query("DELETE FROM _prisma_migrations");
  await client.query(`CREATE OR REPLACE ${CHANGED_FUNCTION.exec(script)?.[1]}`);
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), createHash("sha256").update(script).digest("hex"), BASELINE],
  );
  await client.query("COMMIT");
}
