import pg from "pg";
import type { Sql } from "@/server/platform/db/sql";

const TEXT_INDEX = "lead_search_text_idx";

/**
 * Fills `leads` on a connection without the product's statement timeout. The text index is built afterwards, which
 * takes a fraction of the time.
 */
export async function fillLeads(statements: Sql[]) {
  const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
  await client.connect();
  const found = await client.query<{ indexdef: string }>(
    "SELECT indexdef FROM pg_indexes WHERE indexname = $1",
    [TEXT_INDEX],
  );
  await client.query(`DROP INDEX ${TEXT_INDEX}`);
  for (const statement of statements) await client.query(statement);
  await client.query("SET maintenance_work_mem = '512MB'");
  // The definition excludes the partitions.
  await client.query(found.rows[0]?.indexdef.replace(" ON ONLY ", " ON ") ?? "");
  await client.query("VACUUM ANALYZE");
  // Keeps writing out this data from slowing the measurement.
  await client.query("CHECKPOINT");
  await client.end();
}
