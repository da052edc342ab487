import { firstRow, rows, sql } from "@/server/platform/db/sql";

export interface TableSize {
  name: string;
  bytes: number;
  rows: number;
}

/** The largest first. Partitions count for their table, and the tables of a registry import for its schema. */
export function findLargestTables(limit: number): Promise<TableSize[]> {
  return rows(
    sql`SELECT CASE WHEN n.nspname = 'public' THEN coalesce(p.relname, c.relname) ELSE n.nspname END AS name,
               sum(pg_total_relation_size(c.oid))::float8 AS bytes, sum(greatest(c.reltuples, 0))::float8 AS rows
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
        WHERE c.relkind IN ('r', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        GROUP BY 1 ORDER BY bytes DESC, name LIMIT ${limit}`,
  );
}

export async function findDatabaseSize(): Promise<number> {
  const row = await firstRow<{ bytes: number }>(
    sql`SELECT pg_database_size(current_database())::float8 AS bytes`,
  );
  return row?.bytes ?? 0;
}
