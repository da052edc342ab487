import { readdirSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { diffSchemas } from "@/scripts/apply-migrations";
import { execute, sql } from "@/server/platform/db/sql";
import { env } from "@/server/platform/env";

/** What Prisma's client believes of the database is prisma/schema.prisma; what is there was made by the migrations. */

interface Column {
  name: string;
  type: string;
  nullable: string;
  /** Computed by the database. */
  generated: boolean;
}

/** The columns that are written, the unique keys and the references of the current schema. */
async function readShape(client: pg.Client) {
  const columns = await client.query<Column>(
    // The schema cannot say that a list is never null.
    `SELECT table_name || '.' || column_name AS name, CASE WHEN data_type = 'ARRAY' THEN 'NO' ELSE is_nullable END AS nullable,
            c.is_generated <> 'NEVER' AS generated, udt_name || coalesce('(' || coalesce(datetime_precision, character_maximum_length)::text || ')', '') AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const keys = await client.query<{ key: string }>(
    `SELECT t.relname || ': ' || (SELECT string_agg(a.attname, ', ' ORDER BY k.place)
       FROM unnest(i.indkey) WITH ORDINALITY AS k(attnum, place)
       JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum) AS key
     FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
     WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL AND t.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const references = await client.query<{ key: string }>(
    `SELECT c.conrelid::regclass::text || ' -> ' || c.confrelid::regclass::text || ' ' || c.confdeltype::text || ' '
              || (SELECT string_agg(a.attname, ', ' ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, place)
                  JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum) AS key
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
     WHERE c.contype = 'f' AND c.conparentid = 0 AND t.relnamespace = current_schema()::regnamespace ORDER BY 1`,
  );
  const toKeys = (rows: { key: string }[]) =>
    rows.map(({ key }) => key.replaceAll("as_schema.", ""));
  return { columns: columns.rows, keys: toKeys(keys.rows), references: toKeys(references.rows) };
}

test("schema and migrations agree on columns, keys and references", async () => {
  const script = await diffSchemas(inject("postgres").url, null);
  await execute(sql`CREATE SCHEMA as_schema`);
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  try {
    await client.query("SET search_path TO as_schema, public");
    await client.query(script);
    await client.query("SET search_path TO as_schema");
    const written = await readShape(client);
    await client.query("SET search_path TO public");
    const migrated = await readShape(client);
    const known = new Set(written.columns.map(({ name }) => name.split(".")[0]));
    const named = new Set(written.columns.map(({ name }) => name));
    // The schema names some of the computed columns, and cannot say that they are.
    const told = migrated.columns.filter(
      ({ name, generated }) => known.has(name.split(".")[0]) && (!generated || named.has(name)),
    );
    const shape = ({ generated: _, ...column }: Column) => column;
    expect(told.map(shape)).toEqual(written.columns.map(shape));
    // Migrations hold more keys and references than the schema can say.
    expect(written.keys.filter((key) => !migrated.keys.includes(key))).toEqual([]);
    expect(written.references.filter((key) => !migrated.references.includes(key))).toEqual([
      // ON DELETE SET NULL of one column of two.
      "imports -> lists a owner_id, list_id",
      "radar_findings -> searches a owner_id, search_id",
      "radar_runs -> searches a owner_id, search_id",
      "radars -> lists a owner_id, list_id",
      "scheduled_messages -> conversations a owner_id, conversation_id",
      "search_results -> leads a owner_id, lead_id",
      "searches -> radars a owner_id, radar_id",
    ]);
    expect(written.columns.length).toBeGreaterThan(500);
  } finally {
    await client.end();
    await execute(sql`DROP SCHEMA as_schema CASCADE`);
  }
});

/** Two that were written at one minute, and are applied everywhere in the order of their names. */
const SHARED_TIMES = ["20261122140000", "20261122141000"];

test("no two migrations begin with the same time", () => {
  const times = readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.slice(0, 14));
  const shared = times.filter((time, at) => times.indexOf(time) !== at);
  expect(shared, "give the migration a time of its own: npm run migration -- new <name>").toEqual(
    SHARED_TIMES,
  );
});
