import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { measurePools } from "@/server/platform/metrics/metrics";
import { countStatement, outsideWork } from "@/server/platform/work";
import { sqlState, unavailableIfDown } from "./database-error";
import { giveErasureKey, renewErasureKey } from "./erasure-session";
import { SessionClient } from "./session-client";

const DATE_OID = 1082;
// A DATE is a calendar day, not an instant: keep the text "2026-01-31".
pg.types.setTypeParser(DATE_OID, (value) => value);

/** Connections for the registry's searches, besides DATABASE_CONNECTIONS. */
export const SEARCH_CONNECTIONS = 8;

/**
 * The server ends the session of a process that is frozen inside a transaction, and so releases its locks. Other
 * transactions wait for these locks no longer than a person would.
 */
export const LOCK_LIMITS = {
  idle_in_transaction_session_timeout: 15_000,
  lock_timeout: 5_000,
} as const;

/**
 * A connection may be lost at any moment, even between its hand-over from the pool and the first statement. It then
 * emits an error, which would end the process if nobody listened; the next statement fails with the same error.
 */
export class DatabaseClient extends SessionClient {
  constructor(config?: string | pg.ClientConfig) {
    const given = typeof config === "string" ? { connectionString: config } : config;
    super({ connectionString: env.DATABASE_URL, ...given });
    this.on("error", (error) =>
      outsideWork(() => logger.debug({ error: error.message }, "connection lost")),
    );
  }
}

export const pool = new pg.Pool({
  Client: DatabaseClient,
  // Without it a request would wait for a connection for ever.
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 10_000,
  ...LOCK_LIMITS,
  // Parallel workers cost more than they save for many short statements on few cores.
  // Prisma writes and reads instants without their offset: the session must be in UTC.
  options: "-c max_parallel_workers_per_gather=0 -c timezone=UTC",
  application_name: "garimpo",
  // Awaited before the connection is handed over.
  onConnect: giveErasureKey,
});
// The environment is read when a connection is asked for, not when this module is imported.
Object.defineProperty(pool.options, "max", { get: () => env.DATABASE_CONNECTIONS });

/**
 * For searches of the registry, whose statements rely on its indexes: a sequential scan of tens of millions of rows is
 * never right, even when the planner chooses it because of a LIMIT. A separate pool also keeps searches from taking
 * connections from everything else.
 */
const searchPool = new pg.Pool({
  Client: DatabaseClient,
  max: SEARCH_CONNECTIONS,
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 30_000,
  statement_timeout: 10_000,
  ...LOCK_LIMITS,
  options:
    "-c max_parallel_workers_per_gather=0 -c enable_seqscan=off -c jit=off -c work_mem=16MB -c timezone=UTC",
  application_name: "garimpo registry",
});
/** Logged outside the request: a connection's errors do not belong to the request that opened it. */
const tellLost = (error: Error) =>
  outsideWork(() => logger.warn({ error: error.message }, "database connection lost"));
searchPool.on("error", tellLost);
measurePools(() =>
  Object.entries({ main: pool, search: searchPool }).map(([name, each]) => ({
    name,
    open: each.totalCount,
    idle: each.idleCount,
    waiting: each.waitingCount,
  })),
);

pool.on("acquire", renewErasureKey);
pool.on("error", tellLost);

interface Transaction {
  client: pg.PoolClient;
  afterCommit: (() => void)[];
  /** Number of savepoints opened, which makes their names unique. */
  savepoints: number;
  /** Settles when the last statement or savepoint queued on this connection has ended. */
  queue: Promise<unknown>;
}

const current = new AsyncLocalStorage<Transaction>();

/** Sends one statement, on the running transaction's connection if there is one, otherwise on the pool. */
export async function send<Result>(
  query: (executor: pg.Pool | pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const transaction = current.getStore();
  countStatement();
  return transaction ? enqueue(transaction, () => query(transaction.client)) : query(pool);
}

/** Sends one statement of a registry search. It never joins a transaction. */
export function sendSearch<Result>(query: (executor: pg.Pool) => Promise<Result>): Promise<Result> {
  countStatement();
  return query(searchPool);
}

/** Runs `work` when everything queued before it on the transaction's connection has ended. */
function enqueue<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  const done = transaction.queue.then(work);
  transaction.queue = done.catch(() => undefined);
  return done;
}

/**
 * The pool given to Prisma. It has no connections: a statement runs where `send` runs it, and a transaction that
 * Prisma opens around a nested write becomes a savepoint of the running one.
 */
class JoiningPool extends pg.Pool {
  override query(statement: unknown): never {
    return send((executor) => executor.query(statement as pg.QueryConfig)) as never;
  }

  override connect(): Promise<pg.PoolClient> {
    const transaction = current.getStore();
    return transaction ? openSavepoint(transaction) : pool.connect();
  }
}

export const joiningPool: pg.Pool = new JoiningPool();

/**
 * A client whose transaction is a savepoint. The transaction's other statements wait until it is released; otherwise
 * a rollback to the savepoint would undo them too.
 */
async function openSavepoint(transaction: Transaction): Promise<pg.PoolClient> {
  const release = await new Promise<() => void>((started) => {
    void enqueue(transaction, () => new Promise<void>((ended) => started(ended)));
  });
  transaction.savepoints += 1;
  const name = `nested_${transaction.savepoints}`;
  const translated = new Map([
    ["BEGIN", `SAVEPOINT ${name}`],
    ["COMMIT", `RELEASE SAVEPOINT ${name}`],
    ["ROLLBACK", `ROLLBACK TO SAVEPOINT ${name}`],
  ]);
  const { client } = transaction;
  const savepoint: Pick<pg.PoolClient, "release"> & Record<string, unknown> = {
    query: (statement: pg.QueryConfig) =>
      client.query({ ...statement, text: translated.get(statement.text) ?? statement.text }),
    release,
    // The transaction listens for the connection's errors.
    on: () => undefined,
    removeListener: () => undefined,
  };
  return savepoint as unknown as pg.PoolClient;
}

const MAX_ATTEMPTS = 4;
/** deadlock_detected, serialization_failure */
const RETRYABLE = new Set(["40P01", "40001"]);

/**
 * See server/platform/db/transaction.ts for what callers may rely on. `begin`: BEGIN, and settings of this transaction
 * alone.
 */
export async function inTransaction<T>(work: () => Promise<T>, begin = "BEGIN"): Promise<T> {
  if (current.getStore()) return work();
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await runTransaction(work, begin);
    } catch (error) {
      const retryable = RETRYABLE.has(sqlState(error) ?? "");
      if (!retryable || attempts === MAX_ATTEMPTS) throw unavailableIfDown(error);
    }
  }
}

async function runTransaction<T>(work: () => Promise<T>, begin: string): Promise<T> {
  const client = await pool.connect();
  const transaction: Transaction = {
    client,
    afterCommit: [],
    savepoints: 0,
    queue: Promise.resolve(),
  };
  let broken: Error | undefined;
  // A connection lost between two statements emits an error; without a listener it would end the process.
  const markBroken = (error: Error) => {
    broken = error;
  };
  client.on("error", markBroken);
  try {
    await client.query(begin);
    // Await inside: Prisma sends a call only when it is awaited, which must happen within the transaction.
    const result = await current.run(transaction, async () => await work());
    // An aborted transaction answers COMMIT with ROLLBACK, without an error: somebody caught a statement's error and
    // continued.
    const { command } = await client.query("COMMIT");
    if (command !== "COMMIT") throw new Error("The transaction was rolled back by its COMMIT");
    for (const action of transaction.afterCommit) current.exit(action);
    return result;
  } catch (error) {
    // Statements started together with the failed one must end before the rollback.
    await transaction.queue;
    await client.query("ROLLBACK").catch(markBroken);
    throw error;
  } finally {
    client.off("error", markBroken);
    client.release(broken);
  }
}

/** Runs `work` outside the running transaction, if there is one. */
export function outsideTransaction<T>(work: () => T): T {
  return current.exit(work);
}

export function onCommit(action: () => void): void {
  const transaction = current.getStore();
  if (transaction) transaction.afterCommit.push(action);
  else action();
}

export async function closeDatabase(): Promise<void> {
  await Promise.all([pool.end(), searchPool.end()]);
}
