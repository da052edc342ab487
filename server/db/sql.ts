import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { raw, type Sql } from "sql-template-tag";
import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { logger } from "@/server/logger";

export { default as sql, empty, join, type Sql } from "sql-template-tag";

/**
 * Column names of ours as SQL, separated by commas: `of` names the table or alias they are read from, `type` what each
 * is declared as. Never for names that come from a request.
 */
export function columns(
  names: readonly string[],
  { of, type }: { of?: string; type?: string } = {},
): Sql {
  return raw(
    names.map((name) => `${of ? `${of}.` : ""}"${name}"${type ? ` ${type}` : ""}`).join(", "),
  );
}

const DATE_OID = 1082;
// A DATE is a day of the calendar, not an instant: it stays the text "2026-01-31".
pg.types.setTypeParser(DATE_OID, (value) => value);

const pool = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: 20,
  // Without it a request waits for a connection for ever.
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 10_000,
  // Many short statements share few cores: to start helpers for one takes longer than it does.
  options: "-c max_parallel_workers_per_gather=0",
  application_name: "garimpo",
});
pool.on("error", (error) => logger.warn({ error: error.message }, "database connection lost"));

interface Transaction {
  client: pg.PoolClient;
  afterCommit: (() => void)[];
}

const current = new AsyncLocalStorage<Transaction>();

/** Rows of a statement, on the running transaction's connection if there is one. */
export async function rows<Row extends pg.QueryResultRow>(query: Sql): Promise<Row[]> {
  return (await run<Row>(query)).rows;
}

/** The first row, or null. */
export async function firstRow<Row extends pg.QueryResultRow>(query: Sql): Promise<Row | null> {
  return (await run<Row>(query)).rows[0] ?? null;
}

/** How many rows a statement touched. */
export async function execute(query: Sql): Promise<number> {
  return (await run(query)).rowCount ?? 0;
}

async function run<Row extends pg.QueryResultRow>(query: Sql) {
  const executor = current.getStore()?.client ?? pool;
  try {
    return await executor.query<Row>(query);
  } catch (error) {
    throw unavailableIfDown(error);
  }
}

const MAX_TRIES = 4;
const LOST_TO_ANOTHER = new Set(["40P01", "40001"]);

/** See server/db/transaction.ts for what callers may rely on. */
export async function inTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (current.getStore()) return work();
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(work);
    } catch (error) {
      const lost = error instanceof pg.DatabaseError && LOST_TO_ANOTHER.has(error.code ?? "");
      if (!lost || tries === MAX_TRIES) throw unavailableIfDown(error);
    }
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const transaction: Transaction = { client, afterCommit: [] };
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await current.run(transaction, work);
    await client.query("COMMIT");
    for (const action of transaction.afterCommit) current.exit(action);
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

const UNIQUE_VIOLATION = "23505";

/** True for what a unique index refused. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
}

export function onCommit(action: () => void): void {
  const transaction = current.getStore();
  if (transaction) transaction.afterCommit.push(action);
  else action();
}

export async function closeDatabase(): Promise<void> {
  await pool.end();
}

const SERVER_AWAY = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"],
  // admin_shutdown, crash_shutdown, cannot_connect_now, too_many_connections
  ...["57P01", "57P02", "57P03", "53300"],
]);

/** A database that is away is a 503 to whoever asked, not a fault of the request. */
function unavailableIfDown(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const lost = /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  return SERVER_AWAY.has(code) || lost ? new AppError("unavailable", "", { cause: error }) : error;
}

/** For rate-limiter-flexible, which writes its own statements. */
export const limiterClient: pg.Pool = pool;
