import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { env } from "@/server/platform/env";
import { logger } from "@/server/platform/logger";
import { sqlState } from "./database-error";
import { SessionClient } from "./session-client";
import type { Sql } from "./sql";

/** A connection for statements that take minutes. */
export interface BulkSession {
  execute(statement: Sql): Promise<number>;
  rows<Row extends pg.QueryResultRow>(statement: Sql): Promise<Row[]>;
  /** Rolls back when `work` throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * The same for work that locks what readers use. It waits a moment for its locks, then lets the waiting readers
   * through and tries again, so that readers wait no longer than that and neither side deadlocks the other.
   */
  transactionBetweenReads<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Runs `COPY target FROM STDIN` in text format with the output of `produce`, and ends it. Nothing is copied when
   * `produce` throws.
   */
  copyInto<T>(
    target: Sql,
    produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a session that exclusively holds the advisory lock (`key`, `id`): a killed worker may still have a statement
 * running in the server, which ends within seconds of its connection. Aborting `signal` ends the session.
 */
export async function openBulkSession(
  lock: { key: number; id: number },
  signal: AbortSignal,
): Promise<BulkSession> {
  const client = new SessionClient({
    connectionString: env.DATABASE_URL,
    application_name: "garimpo bulk",
    connectionTimeoutMillis: 5_000,
    options: [
      "-c statement_timeout=0 -c lock_timeout=60s -c timezone=UTC -c client_connection_check_interval=1s",
      "-c work_mem=256MB -c maintenance_work_mem=512MB -c jit=off -c synchronous_commit=off",
    ].join(" "),
  });
  client.on("error", (error) => logger.warn({ error: error.message }, "bulk session lost"));
  await client.connect();
  const abort = () => void client.end().catch(() => undefined);
  signal.addEventListener("abort", abort, { once: true });
  const session: BulkSession = {
    execute: async (statement) => (await client.query(statement)).rowCount ?? 0,
    rows: async <Row extends pg.QueryResultRow>(statement: Sql) =>
      (await client.query<Row>(statement)).rows,
    transaction: (work) => runTransaction(client, work),
    async transactionBetweenReads(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await runTransaction(client, async () => {
            await client.query(`SET LOCAL lock_timeout = '${READER_WAIT_MS}ms'`);
            return work();
          });
        } catch (error) {
          if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === MAX_TRIES) throw error;
          await setTimeout(READER_WAIT_MS);
        }
      }
    },
    copyInto: (target, produce) =>
      runCopy(client.query(copyFrom(`COPY ${target.text} FROM STDIN`)), produce),
    async close() {
      signal.removeEventListener("abort", abort);
      await client.end().catch(() => undefined);
    },
  };
  try {
    await client.query("SELECT pg_advisory_lock($1, $2)", [lock.key, lock.id]);
  } catch (error) {
    await session.close();
    throw error;
  }
  return session;
}

/** Shorter than the second after which the server looks for deadlocks. */
const READER_WAIT_MS = 300;
const MAX_TRIES = 100;
const LOCK_NOT_AVAILABLE = "55P03";

async function runTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

async function runCopy<T>(
  stream: Writable,
  produce: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T> {
  let failure: unknown;
  const failed = new Promise<never>((_, reject) => {
    stream.on("error", (error) => {
      failure ??= error;
      reject(error);
    });
  });
  failed.catch(() => undefined);
  const write = async (bytes: Uint8Array) => {
    if (failure) throw failure;
    if (!stream.write(bytes)) await Promise.race([once(stream, "drain"), failed]);
  };
  try {
    const result = await produce(write);
    if (failure) throw failure;
    const finished = once(stream, "finish");
    stream.end();
    await Promise.race([finished, failed]);
    return result;
  } catch (error) {
    // Otherwise the server would wait for more, and the rollback for the server.
    if (!failure) stream.destroy(new Error("The copy was given up."));
    throw error;
  }
}
