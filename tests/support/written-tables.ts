import { execute, raw, rows, sql } from "@/server/platform/db/sql";

/** Tables that every request may write: its counts, and the time when the session was last used. */
const OF_EVERY_REQUEST = ["rate_limits", "sessions"];

/** From now on every table of this file's database notes that a row of it was written. */
export async function watchWrites(): Promise<void> {
  await execute(sql`CREATE TABLE written_tables (name text NOT NULL)`);
  await execute(
    sql`CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO written_tables VALUES (TG_TABLE_NAME); RETURN NULL; END $$`,
  );
  const tables = await rows<{ name: string }>(
    sql`SELECT c.relname AS name FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND c.relname <> 'written_tables'`,
  );
  for (const { name } of tables) {
    await execute(
      sql`CREATE TRIGGER note_written AFTER INSERT OR UPDATE OR DELETE ON ${raw(`"${name}"`)}
          FOR EACH ROW EXECUTE FUNCTION note_written()`,
    );
  }
}

/** The tables that `work` wrote to, without those that every request may write. */
export async function findWrittenTables(work: () => Promise<unknown>): Promise<string[]> {
  await execute(sql`DELETE FROM written_tables`);
  await work();
  const written = await rows<{ name: string }>(
    sql`SELECT DISTINCT name FROM written_tables WHERE name <> ALL (${OF_EVERY_REQUEST}::text[]) ORDER BY name`,
  );
  return written.map(({ name }) => name);
}
