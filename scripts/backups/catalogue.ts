import type pg from "pg";
import type { Manifest, RegistryTables } from "./manifest";

/** Rows about imports, which an import of the registry creates again. Each import's month is in a separate schema. */
const REGISTRY_TABLES = ["registry_imports", "registry_import_files", "registry_refusals"];

export interface Table {
  schema: string;
  name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  columns: string[];
}

/**
 * The tables of the migrations with their partitions, without those of extensions and without the queue, which is filled
 * from the rows.
 */
export async function findTables(
  client: pg.ClientBase,
  { withRegistry }: { withRegistry: boolean },
): Promise<Table[]> {
  const tables = await findTablesOf(client, "public");
  return tables.filter(
    ({ name }) =>
      name !== "_prisma_migrations" && (withRegistry || !REGISTRY_TABLES.includes(name)),
  );
}

async function findTablesOf(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name,
            ARRAY(SELECT a.attname::text FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                  ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relpersistence <> 't'
       AND NOT EXISTS (SELECT 1 FROM pg_depend d
                       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY c.relname`,
    [schema],
  );
  return rows;
}

/** Partitions of tables: some are created by date, not by a migration. */
export async function findPartitions(client: pg.ClientBase): Promise<Manifest["partitions"]> {
  const { rows } = await client.query<Manifest["partitions"][number]>(
    `SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bounds
     FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
     ORDER BY c.relname`,
  );
  return rows;
}

/** Null values are those of sequences that were never used. */
export async function findSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<Manifest["sequences"][number]>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS called
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows;
}

/** The names of the applied migrations, in their order; none in a database without any. */
export async function findMigrations(client: pg.ClientBase): Promise<string[]> {
  if (!(await exists(client, "public._prisma_migrations"))) return [];
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM public._prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}

async function exists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [table]);
  return rows.length > 0;
}

export interface RegistryCatalogue extends RegistryTables {
  copied: Table[];
}

/** The months that are served or can be returned to, as they were built, without staging. */
export async function findRegistry(client: pg.ClientBase): Promise<RegistryCatalogue> {
  // So that every name in a definition includes its schema.
  await client.query("SET LOCAL search_path = ''");
  const found: RegistryCatalogue = { tables: [], views: [], copied: [] };
  if (!(await exists(client, "public.registry_imports"))) return found;
  const { rows: served } = await client.query<{ schema: string }>(
    "SELECT 'registry_' || id AS schema FROM public.registry_imports WHERE served IS NOT NULL ORDER BY id",
  );
  for (const { schema } of served) {
    const { rows } = await client.query<RegistryTables["tables"][number]>(
      `SELECT n.nspname AS schema, c.relname AS name,
              format('CREATE TABLE %I.%I (%s)%s', n.nspname, c.relname,
                (SELECT string_agg(format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                                          CASE WHEN a.attcollation <> t.typcollation
                                               THEN format(' COLLATE %I.%I', s.nspname, l.collname) END,
                                          CASE WHEN a.attnotnull THEN ' NOT NULL' END), ', ' ORDER BY a.attnum)
                 FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
                 LEFT JOIN pg_collation l ON l.oid = a.attcollation LEFT JOIN pg_namespace s ON s.oid = l.collnamespace
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
                CASE WHEN c.reloptions IS NOT NULL THEN format(' WITH (%s)', array_to_string(c.reloptions, ', ')) END
              ) AS definition,
              ARRAY(SELECT pg_get_indexdef(x.indexrelid) FROM pg_index x
                    WHERE x.indrelid = c.oid AND x.indisvalid ORDER BY x.indexrelid) AS indexes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relkind = 'r' AND c.relpersistence = 'p' ORDER BY c.relname`,
      [schema],
    );
    found.tables.push(...rows);
    const names = new Set(rows.map(({ name }) => name));
    found.copied.push(
      ...(await findTablesOf(client, schema)).filter(({ name }) => names.has(name)),
    );
  }
  const { rows: views } = await client.query<RegistryTables["views"][number]>(
    `SELECT c.relname AS name, pg_get_viewdef(c.oid) AS definition FROM pg_class c
     WHERE c.relkind = 'v' AND c.relnamespace = 'registry'::regnamespace ORDER BY c.relname`,
  );
  // The other views are as the migrations created them.
  found.views = views.filter(({ definition }) => /\bregistry_\d+\./.test(definition));
  return found;
}

export function quote(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".");
}
