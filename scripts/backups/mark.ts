import type pg from "pg";

/**
 * An unfinished restore leaves this table: no process starts on such a database, and only the restore itself applies
 * migrations to it. server/platform/system/system.repository.ts looks for it too.
 */
const MARK = "restoring.backup";

export interface UnfinishedRestore {
  /** Of the backup's manifest. */
  backup: string;
  /** Whether its rows are loaded; newer migrations, statistics and files may still be missing. */
  loaded: boolean;
}

export async function findUnfinishedRestore(
  client: pg.ClientBase,
): Promise<UnfinishedRestore | null> {
  const { rows: marks } = await client.query("SELECT 1 WHERE to_regclass($1) IS NOT NULL", [MARK]);
  if (marks.length === 0) return null;
  const { rows } = await client.query<UnfinishedRestore>(`SELECT backup, loaded FROM ${MARK}`);
  return rows[0] ?? { backup: "", loaded: false };
}

export async function markUnfinished(client: pg.ClientBase, backup: string): Promise<void> {
  await client.query("BEGIN");
  await client.query("CREATE SCHEMA restoring");
  await client.query(`CREATE TABLE ${MARK} (backup text NOT NULL, loaded boolean NOT NULL)`);
  await client.query(`INSERT INTO ${MARK} VALUES ($1, false)`, [backup]);
  await client.query("COMMIT");
}

/** Call only while the database contains nothing of the other backup. */
export async function renameMark(client: pg.ClientBase, backup: string): Promise<void> {
  await client.query(`UPDATE ${MARK} SET backup = $1`, [backup]);
}

/** Call in the transaction that loads the rows. */
export async function markLoaded(client: pg.ClientBase): Promise<void> {
  await client.query(`UPDATE ${MARK} SET loaded = true`);
}

export async function removeMark(client: pg.ClientBase): Promise<void> {
  await client.query("DROP SCHEMA restoring CASCADE");
}
