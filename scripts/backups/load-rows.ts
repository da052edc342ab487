import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { findPartitions, findTables, quote } from "./catalogue";
import type { CopiedTable, Manifest } from "./manifest";
import { markLoaded } from "./mark";

/** The place that a restored database names. No real place has this name, so the installation is held. */
const RESTORED_PLACE = "restored from a backup";
const NOT_COPIED = "O mês ensaiado não faz parte da cópia de segurança. Ensaie de novo.";

/**
 * Replaces the rows that the migrations created by the backup's, in one transaction: all of them, or none. It needs only
 * the rights of the tables' owner: foreign keys are dropped and added again, which checks each as a whole, and triggers
 * are off, because the rows that they derive are in the backup.
 */
export async function loadRows(
  client: pg.Client,
  folder: string,
  manifest: Manifest,
  report: (line: string) => void,
): Promise<void> {
  await client.query("BEGIN");
  await fitPartitions(client, manifest);
  const tables = await findTables(client, { withRegistry: true });
  refuseOtherTables(manifest, tables);
  const names = tables.map(({ schema, name }) => quote(schema, name));
  const foreignKeys = await takeForeignKeysOff(client);
  const triggered = await findTriggered(client);
  for (const name of triggered) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(", ")}`);
  for (const table of manifest.registry?.tables ?? []) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${quote(table.schema)}`);
    await client.query(table.definition);
  }
  for (const table of manifest.tables) {
    await loadTable(client, folder, table);
    if (table.rows > 0) report(`${table.name}: ${table.rows} rows`);
  }
  await buildRegistry(client, manifest, report);
  for (const { name, value, called } of manifest.sequences) {
    await client.query("SELECT setval($1::regclass, $2, $3)", [
      quote("public", name),
      value,
      called,
    ]);
  }
  report(`${foreignKeys.length} foreign keys`);
  for (const addition of foreignKeys) await client.query(addition);
  for (const name of triggered) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await markLoaded(client);
  await client.query("COMMIT");
}

/**
 * Corrects rows that describe a system that no longer exists. Called on this version's schema, which may be newer than
 * the backup's: if the backup has no installation row, one is inserted, so that this installation is held like any other;
 * its first process stores its word there. A running import begins again, and a rehearsed month is stopped: what they
 * built is not in the backup.
 */
export async function settleRows(client: pg.Client, { taken_at }: Manifest): Promise<void> {
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO installation (sealed_word, place, beat_at) VALUES ('', $1, $2)
     ON CONFLICT (id) DO UPDATE SET place = excluded.place`,
    [RESTORED_PLACE, taken_at],
  );
  await client.query(
    `UPDATE registry_imports SET step = 'stage'
     WHERE status = 'processing' AND served IS NULL AND step NOT IN ('download', 'check')`,
  );
  await client.query(
    "UPDATE registry_imports SET status = 'stopped', note = $1 WHERE status = 'prepared'",
    [NOT_COPIED],
  );
  await client.query("COMMIT");
}

/** Partitions of months of events are created by date: the backup's replace today's. */
async function fitPartitions(client: pg.Client, { partitions }: Manifest): Promise<void> {
  const made = await findPartitions(client);
  const wanted = new Set(partitions.map(({ name }) => name));
  for (const { name } of made) {
    if (!wanted.has(name)) await client.query(`DROP TABLE ${quote("public", name)}`);
  }
  const there = new Set(made.map(({ name }) => name));
  for (const { name, parent, bounds } of partitions) {
    if (there.has(name)) continue;
    await client.query(
      `CREATE TABLE ${quote("public", name)} PARTITION OF ${quote("public", parent)} ${bounds}`,
    );
  }
}

function refuseOtherTables({ tables }: Manifest, found: readonly { name: string }[]): void {
  const known = new Set(found.map(({ name }) => name));
  const strange = tables.filter(({ schema, name }) => schema === "public" && !known.has(name));
  if (strange.length === 0) return;
  throw new Error(
    `The backup has tables that no migration of it makes: ${strange.map(({ name }) => name).join(", ")}.`,
  );
}

/** Returns the statements that add them again. Partitions follow their parent. */
async function takeForeignKeysOff(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ removal: string; addition: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS removal,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS addition
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY oid`,
  );
  for (const { removal } of rows) await client.query(removal);
  return rows.map(({ addition }) => addition);
}

/** Partitions follow their parent. */
async function findTriggered(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT t.tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function loadTable(client: pg.Client, folder: string, table: CopiedTable): Promise<void> {
  const { schema, name, columns, rows } = table;
  const list = columns.map((column) => quote(column)).join(", ");
  const into = client.query(copyFrom(`COPY ${quote(schema, name)} (${list}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), into);
  if (into.rowCount !== rows) {
    throw new Error(`${name} took ${into.rowCount} rows of the ${rows} that the manifest counts.`);
  }
}

async function buildRegistry(
  client: pg.Client,
  { registry }: Manifest,
  report: (line: string) => void,
): Promise<void> {
  for (const { name, indexes } of registry?.tables ?? []) {
    if (indexes.length > 0) report(`${indexes.length} indexes of ${name}`);
    for (const definition of indexes) await client.query(definition);
  }
  for (const { name, definition } of registry?.views ?? []) {
    await client.query(`DROP VIEW ${quote("registry", name)}`);
    await client.query(`CREATE VIEW ${quote("registry", name)} AS ${definition}`);
  }
}
