import type pg from "pg";

/** Of our own making: not PostgreSQL's, and not an extension's. `o` is the object, `n` its schema. */
const OURS = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')`;
/** Prisma's own table, and partitions, which are as their table is. */
const WHOLE = `r.relname <> '_prisma_migrations' AND NOT r.relispartition`;

const PARTS = [
  `SELECT 'extension ' || extname AS name, '' AS definition FROM pg_extension`,
  `SELECT 'schema ' || nspname AS name, '' AS definition FROM pg_namespace n WHERE nspname !~ '^(pg_|information_schema)'`,
  `SELECT 'table ' || n.nspname || '.' || r.relname AS name,
          concat_ws(' ', r.relkind::text, r.relpersistence::text, pg_get_partkeydef(r.oid), pg_get_expr(r.relpartbound, r.oid),
                    r.reloptions::text, (SELECT inhparent::regclass FROM pg_inherits WHERE inhrelid = r.oid),
                    CASE WHEN r.relkind = 'v' THEN pg_get_viewdef(r.oid) END) AS definition
   FROM pg_class r JOIN pg_namespace n ON n.oid = r.relnamespace JOIN pg_class o ON o.oid = r.oid
   WHERE r.relkind IN ('r', 'p', 'v') AND r.relname <> '_prisma_migrations' AND ${OURS}`,
  `SELECT 'column ' || r.relname || '.' || a.attname AS name,
          concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull, a.attgenerated::text,
                    a.attidentity::text, pg_get_expr(f.adbin, f.adrelid)) AS definition
   FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid JOIN pg_class o ON o.oid = r.oid
   JOIN pg_namespace n ON n.oid = r.relnamespace LEFT JOIN pg_attrdef f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
   WHERE r.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND ${WHOLE} AND ${OURS}`,
  // A column that is never null has a constraint too, whose name says nothing.
  `SELECT 'constraint ' || r.relname || '.' || o.conname AS name, pg_get_constraintdef(o.oid) AS definition
   FROM pg_constraint o JOIN pg_namespace n ON n.oid = o.connamespace JOIN pg_class r ON r.oid = o.conrelid
   WHERE o.contype <> 'n' AND o.conparentid = 0 AND ${WHOLE} AND ${OURS}`,
  `SELECT 'index ' || o.relname AS name, pg_get_indexdef(o.oid) || i.indisvalid AS definition
   FROM pg_index i JOIN pg_class o ON o.oid = i.indexrelid JOIN pg_namespace n ON n.oid = o.relnamespace
   JOIN pg_class r ON r.oid = i.indrelid WHERE ${WHOLE} AND ${OURS}`,
  `SELECT 'trigger ' || r.relname || '.' || o.tgname AS name, pg_get_triggerdef(o.oid) || o.tgenabled::text AS definition
   FROM pg_trigger o JOIN pg_class r ON r.oid = o.tgrelid JOIN pg_namespace n ON n.oid = r.relnamespace
   WHERE NOT o.tgisinternal AND ${WHOLE} AND ${OURS}`,
  `SELECT 'sequence ' || sequencename AS name, concat_ws(' ', data_type, start_value, increment_by, last_value) AS definition
   FROM pg_sequences`,
  `SELECT 'function ' || o.oid::regprocedure AS name, pg_get_functiondef(o.oid) AS definition
   FROM pg_proc o JOIN pg_namespace n ON n.oid = o.pronamespace WHERE ${OURS}`,
];

/** All that a database is made of, by kind and name. */
export async function readCatalogue(client: pg.Client): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const part of PARTS) {
    const { rows } = await client.query<{ name: string; definition: string }>(part);
    for (const { name, definition } of rows) found.set(name, definition);
  }
  return found;
}
