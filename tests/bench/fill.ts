import pg from "pg";
import type { Sql } from "@/server/db/sql";

/**
 * Fills `table` on a connection without the product's limit on how long a statement may take. The text index is built
 * afterwards, which takes a fraction of the time.
 */
export async function fillTable(table: string, statements: Sql[], textIndex: string) {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  const found = await client.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = $1",
    [textIndex],
  );
  await client.query(`DROP INDEX ${pg.escapeIdentifier(textIndex)}`);
  for (const statement of statements) await client.query(statement);
  await client.query("SET maintenance_work_mem = '512MB'");
  await client.query(found.rows[0]?.indexdef ?? "");
  await client.query(`VACUUM ANALYZE ${pg.escapeIdentifier(table)}`);
  // Writing out what was filled is not what is measured next.
  await client.query("CHECKPOINT");
  await client.end();
}
