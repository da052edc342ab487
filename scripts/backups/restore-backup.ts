import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type pg from "pg";
import { migrate } from "../apply-migrations";
import { listMigrations } from "../migration-scripts";
import { findMigrations } from "./catalogue";
import { loadRows, settleRows } from "./load-rows";
import { checkFile, type Manifest, readManifest } from "./manifest";
import { findUnfinishedRestore, markUnfinished, removeMark, renameMark } from "./mark";
import { connect, lockAlone } from "./sessions";
import { checkStore, putBackStore } from "./store-files";
import type { StorePlace } from "./take-backup";

export interface RestoreOptions {
  /** Of an empty database, or of one in which a restore of the same backup was interrupted. */
  databaseUrl: string;
  folder: string;
  store: StorePlace;
  report: (line: string) => void;
}

/**
 * Checks the whole backup, and then writes its schema, its rows in one transaction, newer migrations of this version, and
 * the files that the store lacks. Until the end the database is marked, and no process starts on it.
 * @throws Error with a sentence for the operator
 */
export async function restoreBackup({
  databaseUrl,
  store,
  report,
  ...options
}: RestoreOptions): Promise<Manifest> {
  const folder = resolve(options.folder);
  const manifest = await readManifest(folder);
  refuseNewer(manifest);
  report("checking the files of the backup");
  for (const table of manifest.tables) await checkFile(folder, table);
  if (manifest.store.kind === "folder") await checkStore(folder, manifest.store);
  const client = await connect(databaseUrl, "restore");
  try {
    await lockAlone(client, "restore");
    const backup = nameOf(manifest);
    const { loaded } = await openTarget(client, backup, manifest);
    if (!loaded) {
      report(`${manifest.migrations.length} migrations`);
      await migrate(databaseUrl, { only: manifest.migrations, restoring: true });
      await loadRows(client, folder, manifest, report);
    }
    const newer = await migrate(databaseUrl, { restoring: true });
    if (newer.length > 0) report(`migrations since the backup: ${newer.join(", ")}`);
    await settleRows(client, manifest);
    report("statistics");
    await client.query("ANALYZE");
    if (manifest.store.kind === "folder" && store.kind === "folder") {
      report(`${await putBackStore(folder, store.folder)} files put back`);
    }
    await removeMark(client);
    return manifest;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function refuseNewer({ migrations, version }: Manifest): void {
  const known = new Set(listMigrations());
  const strange = migrations.filter((name) => !known.has(name));
  if (strange.length === 0) return;
  throw new Error(
    `The backup is of a newer version (${version}): this one does not know its migration ${strange[0]}. Restore it with that version, or a later one.`,
  );
}

function nameOf(manifest: Manifest): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}

async function openTarget(
  client: pg.Client,
  backup: string,
  { migrations }: Manifest,
): Promise<{ loaded: boolean }> {
  const unfinished = await findUnfinishedRestore(client);
  if (!unfinished) {
    await refuseFilled(client);
    await markUnfinished(client, backup);
    return { loaded: false };
  }
  if (unfinished.backup !== backup) {
    const applied = await findMigrations(client);
    const isReusable = !unfinished.loaded && applied.every((name) => migrations.includes(name));
    if (!isReusable) {
      throw new Error(
        "This database holds an unfinished restore of another backup: finish that one, or give an empty database.",
      );
    }
    await renameMark(client, backup);
  }
  return unfinished;
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
       AND NOT EXISTS (SELECT 1 FROM pg_depend d
                       WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1 LIMIT 1`,
  );
  if (rows.length === 0) return;
  throw new Error(
    `The database is not empty: it has ${rows[0]?.name}. Create an empty one (CREATE DATABASE) and give its address; nothing was written.`,
  );
}
