/**
 * The only way this project changes a database: Prisma's own schema engine, as WebAssembly, so that no binary has
 * to be downloaded. It keeps `_prisma_migrations`, so `prisma migrate deploy` elsewhere agrees with it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { refuseSharedSessions } from "@/server/platform/db/pooled-sessions";
import { findRoot } from "@/server/platform/root";
import { adoptBaseline } from "./adopt-baseline";
import {
  findMigration,
  isLockTimeout,
  LOCK_TRIES,
  readMigrations,
  runScript,
} from "./migration-scripts";
import { readSchema } from "./schema-files.mjs";

const filters = { externalTables: [], externalEnums: [] };

/** The migrations and the queries need this release's syntax. */
const MIN_SERVER_VERSION = 180_000;

interface MigrateOptions {
  /** The names of those that may be applied; all unless given. */
  only?: readonly string[];
  /** True for a restore's own migrations: no other command may migrate an unfinished restore. */
  restoring?: boolean;
}

/**
 * Applies all pending migrations to `databaseUrl`; returns their names.
 * @throws Error with what the server or PostgreSQL says, for the operator
 */
export async function migrate(
  databaseUrl: string,
  { only, restoring = false }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await checkServer(client, restoring);
    await refuseSharedSessions(databaseUrl);
    await waitForTurn(client);
    await adoptBaseline(client);
    return await applyPending(databaseUrl, only);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TURN = "pg_try_advisory_lock(hashtext('garimpo migrations'))";

/** An index of a large table may take most of it. */
const TURN_WITHIN_MS = 3_600_000;

/**
 * Waits for other commands that migrate this database, until this connection ends. The engine alone would take what
 * another command is applying for a failure. Tried again and again: a statement that waits for a lock has a snapshot,
 * and the other command's CREATE INDEX CONCURRENTLY would wait for that.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const until = performance.now() + TURN_WITHIN_MS;
  while (performance.now() < until) {
    const { rows } = await client.query<{ taken: boolean }>(`SELECT ${TURN} AS taken`);
    if (rows[0]?.taken) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(
    "Another command has been migrating this database for an hour (pg_locks, advisory). Nothing was applied; look at that one, and run npm run migrate again.",
  );
}

async function applyPending(
  databaseUrl: string,
  only: readonly string[] | undefined,
): Promise<string[]> {
  const factory = new WholeScriptFactory(databaseUrl);
  const engine = await openEngine(factory);
  try {
    const migrationsList = readMigrations(only);
    // Each script is one transaction, so an interrupted one left only this mark.
    const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters,
    });
    for (const migrationName of failedMigrationNames) {
      await engine.markMigrationRolledBack({ migrationName });
    }
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters });
    return appliedMigrationNames;
  } catch (error) {
    // For an unknown error the engine gives only a number.
    throw factory.failure ? new Error(describeFailure(factory.failure), { cause: error }) : error;
  } finally {
    engine.free();
    await factory.close();
  }
}

/** Reports problems that would otherwise fail in the middle of a migration, with an error that does not say what to do. */
async function checkServer(client: pg.Client, restoring: boolean): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
              current_setting('server_encoding') AS encoding, current_user AS role, current_database() AS database,
              has_database_privilege(current_database(), 'CREATE') AS in_database,
              coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS in_schema,
              to_regclass('restoring.backup') IS NOT NULL AS unfinished`,
  );
  const { version, number, encoding, role, database, in_database, in_schema, unfinished } = rows[0];
  if (number < MIN_SERVER_VERSION) {
    throw new Error(`This PostgreSQL is ${version}; 18 or newer is needed.`);
  }
  if (encoding !== "UTF8") {
    throw new Error(`The database ${database} has the encoding ${encoding}; UTF8 is needed.`);
  }
  if (!in_database || !in_schema) {
    throw new Error(
      `The role ${role} may not create extensions, schemas and tables in the database ${database}: make it the owner (ALTER DATABASE "${database}" OWNER TO "${role}").`,
    );
  }
  if (unfinished && !restoring) {
    throw new Error(
      `The database ${database} holds an unfinished restore of a backup: run npm run restore again with the same folder.`,
    );
  }
}

interface Failure {
  script: string;
  error: pg.DatabaseError;
}

/** PostgreSQL's own message, with the migration and the line that it is about. */
function describeFailure({ script, error }: Failure): string {
  const found = findMigration(script);
  const line = error.position && script.slice(0, Number(error.position)).split("\n").length;
  if (isLockTimeout(error)) {
    return `The migration ${found?.path} did not get a lock in ${LOCK_TRIES} tries: a backup, an import or a long query holds it (pg_stat_activity). Nothing of it was applied; run npm run migrate again.`;
  }
  const parts = [
    `${found ? `The migration ${found.path}` : "A statement of the migrations"} failed${line ? ` at line ${line}` : ""}: ${error.message}`,
    error.code && `SQLSTATE ${error.code}`,
    error.detail,
    error.hint,
    error.where,
  ];
  return parts.filter(Boolean).join("\n");
}

/**
 * The SQL from the files of a schema, by path (null: from nothing), to those at hand. Compares files: through the driver the engine
 * cannot read a live database ('char' columns), but it wants a connection to any.
 */
export async function diffSchemas(
  databaseUrl: string,
  from: [string, string][] | null,
): Promise<string> {
  const factory = new WholeScriptFactory(databaseUrl);
  const engine = await openEngine(factory);
  const datamodel = (files: [string, string][]) => ({
    tag: "schemaDatamodel" as const,
    files: files.map(([path, content]) => ({ path, content })),
  });
  try {
    const { stdout } = await engine.diff({
      from: from === null ? { tag: "empty" } : datamodel(from),
      to: datamodel(readSchema(findRoot())),
      script: true,
      exitCode: null,
      filters,
    });
    return stdout ?? "";
  } finally {
    engine.free();
    await factory.close();
  }
}

async function openEngine(factory: WholeScriptFactory): Promise<SchemaEngine> {
  module ??= loadModule();
  return (await module).SchemaEngine.new(
    { datamodels: readSchema(findRoot()) },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
}

type EngineModule = typeof import("@prisma/schema-engine-wasm/schema_engine_bg");

/** One for all engines of the process: a timer of the first one still calls into it when the second one is open. */
let module: Promise<EngineModule> | undefined;

/** The package's own loader requires a bundler; in Node the module must be connected to its glue code by hand. */
async function loadModule(): Promise<EngineModule> {
  const require = createRequire(import.meta.url);
  const gluePath = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue = await import(pathToFileURL(gluePath).href);
  const bytes = readFileSync(gluePath.replace(/\.js$/, ".wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return glue;
}

/**
 * The adapter splits a script at every ';', even inside function bodies and comments, and runs the pieces on any
 * connection of its pool. Sent whole, a script is one implicit transaction.
 */
class WholeScriptFactory extends PrismaPg {
  readonly #connectionString: string;
  readonly #open: { dispose(): Promise<void> }[] = [];
  /** The script that PostgreSQL refused. */
  failure: Failure | undefined;

  constructor(connectionString: string) {
    super({ connectionString });
    this.#connectionString = connectionString;
  }

  override async connect() {
    const adapter = await super.connect();
    this.#open.push(adapter);
    adapter.executeScript = async (script: string) => {
      const client = new pg.Client({ connectionString: this.#connectionString });
      await client.connect();
      try {
        await runScript(client, script);
      } catch (error) {
        if (error instanceof pg.DatabaseError) this.failure = { script, error };
        throw error;
      } finally {
        await client.end();
      }
    };
    return adapter;
  }

  /** The engine leaves its connections open, and one of them has the lock that the next run waits for, up to ten seconds. */
  async close(): Promise<void> {
    await Promise.all(this.#open.map((adapter) => adapter.dispose()));
  }
}
