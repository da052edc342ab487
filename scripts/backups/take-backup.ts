import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { findRoot } from "@/server/platform/root";
import * as catalogue from "./catalogue";
import { writeCompressed } from "./checked-files";
import { type CopiedTable, type Manifest, writeManifest } from "./manifest";
import { findUnfinishedRestore } from "./mark";
import { isNamedByTime } from "./rotation";
import { connect, lockAlone } from "./sessions";
import { copyStore } from "./store-files";

export interface BackupOptions {
  databaseUrl: string;
  /** The folder of the new backup; it must not exist. */
  folder: string;
  withRegistry: boolean;
  store: StorePlace;
  report: (line: string) => void;
}

/** `apart`: the registry's folder, which may lie in the store's. */
export type StorePlace =
  | { kind: "folder"; folder: string; apart: string }
  | { kind: "bucket"; bucket: string };

/** Part of a backup folder's name until it is complete. */
const UNFINISHED = ".unfinished-";

/**
 * Writes the rows of one moment, and then the files of the store: a row's file is older than the row. Other sessions do
 * not wait: each table is locked only against changes of its schema, for as long as it is read.
 * @throws Error with a sentence for the operator; nothing is left then
 */
export async function takeBackup(options: BackupOptions): Promise<Manifest> {
  const folder = resolve(options.folder);
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const keeper = await connect(options.databaseUrl, "backup");
  try {
    await lockAlone(keeper, "backup");
    const siblings = await readdir(parent);
    if (siblings.includes(basename(folder)))
      throw new Error(`${folder} exists: nothing was written.`);
    // A killed backup left them: the lock excludes any other one.
    for (const name of siblings.filter(isLeftOver(basename(folder)))) {
      await rm(join(parent, name), { recursive: true });
    }
    const unfinished = await mkdtemp(`${folder}${UNFINISHED}`);
    try {
      const manifest = await writeParts(keeper, unfinished, options);
      await writeManifest(unfinished, manifest);
      await rename(unfinished, folder);
      await recordBackup(keeper).catch((error: Error) =>
        options.report(`The backup is whole, but its time is not in the metrics: ${error.message}`),
      );
      return manifest;
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await keeper.end().catch(() => undefined);
  }
}

/** Stores the time for the metrics, which show the age of the last backup: it is due by the clock, like the duties. */
async function recordBackup(keeper: pg.Client): Promise<void> {
  await keeper.query(
    `INSERT INTO duty_runs (name, last_run_at) VALUES ('backup', now())
     ON CONFLICT (name) DO UPDATE SET last_run_at = now()`,
  );
}

function isLeftOver(name: string): (sibling: string) => boolean {
  return (sibling) => {
    const [of = "", rest] = sibling.split(UNFINISHED);
    return rest !== undefined && (of === name || isNamedByTime(of));
  };
}

async function writeParts(
  keeper: pg.Client,
  folder: string,
  { databaseUrl, withRegistry, store, report }: BackupOptions,
): Promise<Manifest> {
  if (await findUnfinishedRestore(keeper)) {
    throw new Error(
      "This database holds an unfinished restore: there is nothing whole to back up.",
    );
  }
  const takenAt = new Date();
  // Holds the snapshot, but locks no table.
  await keeper.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const { rows } = await keeper.query<{ snapshot: string; server: string }>(
    "SELECT pg_export_snapshot() AS snapshot, current_setting('server_version') AS server",
  );
  const { snapshot = "", server = "" } = rows[0] ?? {};
  const reader = await connect(databaseUrl, "backup");
  try {
    const inMoment = <T>(work: () => Promise<T>) => readAt(reader, snapshot, work);
    const found = await inMoment(async () => ({
      migrations: await catalogue.findMigrations(reader),
      tables: await catalogue.findTables(reader, { withRegistry }),
      partitions: await catalogue.findPartitions(reader),
      registry: withRegistry ? await catalogue.findRegistry(reader) : null,
    }));
    if (found.migrations.length === 0) throw new Error("This database was never migrated.");
    await mkdir(join(folder, "tables"), { mode: 0o700 });
    const tables: CopiedTable[] = [];
    for (const table of [...found.tables, ...(found.registry?.copied ?? [])]) {
      const copied = await inMoment(() => copyTable(reader, folder, table)).catch(explainChange);
      tables.push(copied);
      if (copied.rows > 0) report(`${table.name}: ${copied.rows} rows, ${copied.bytes} bytes`);
    }
    // Read after the rows on purpose: so no number is given twice.
    const sequences = await catalogue.findSequences(reader);
    const after = await catalogue.findMigrations(reader);
    if (after.length !== found.migrations.length) explainChange();
    await keeper.query("COMMIT");
    report("files of the store");
    return {
      format: 1,
      taken_at: takenAt.toISOString(),
      version: await readVersion(),
      server,
      migrations: found.migrations,
      tables,
      partitions: found.partitions,
      registry: found.registry && { tables: found.registry.tables, views: found.registry.views },
      sequences,
      store:
        store.kind === "bucket"
          ? store
          : { kind: "folder", ...(await copyStore(store.folder, folder, store.apart)) },
    };
  } finally {
    await reader.end().catch(() => undefined);
  }
}

async function readAt<T>(reader: pg.Client, snapshot: string, work: () => Promise<T>): Promise<T> {
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await reader.query(`SET TRANSACTION SNAPSHOT '${snapshot}'`);
  const result = await work();
  await reader.query("COMMIT");
  return result;
}

/** As text, which every release of PostgreSQL can read, with one row per line. */
async function copyTable(
  reader: pg.Client,
  folder: string,
  table: catalogue.Table,
): Promise<CopiedTable> {
  const { schema, name, columns } = table;
  const file = `tables/${schema}.${name}.gz`;
  const list = columns.map((column) => catalogue.quote(column)).join(", ");
  const rows = reader.query(copyTo(`COPY ${catalogue.quote(schema, name)} (${list}) TO STDOUT`));
  const sum = await writeCompressed(join(folder, file), rows);
  return { schema, name, columns, rows: rows.rowCount, file, ...sum };
}

/** undefined_table, undefined_column: it existed at the moment of the backup and is gone now. */
const CHANGED = ["42P01", "42703"];

function explainChange(error?: Error & { code?: string }): never {
  if (error && !CHANGED.includes(error.code ?? "")) throw error;
  throw new Error(
    "The tables changed while they were read: a migration ran, a month of the registry was replaced, or an old month of events went. Run the backup again.",
  );
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(findRoot(), "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
