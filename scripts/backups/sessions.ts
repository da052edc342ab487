import type pg from "pg";
import { SessionClient } from "@/server/platform/db/session-client";

/** Advisory locks: only one backup and one restore may run at a time. */
export const LOCK = { backup: 1, restore: 2 } as const;
const LOCK_CLASS = 7_305;

/** Texts mean the same on every server, no timeout interrupts a copy, and a lost client is noticed. */
const OPTIONS = [
  "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c transaction_timeout=0",
  "-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=3 -c bytea_output=hex",
  "-c client_encoding=UTF8 -c client_connection_check_interval=1s -c synchronize_seqscans=off -c maintenance_work_mem=256MB -c jit=off",
].join(" ");

export async function connect(databaseUrl: string, purpose: string): Promise<pg.Client> {
  const client = new SessionClient({
    connectionString: databaseUrl,
    application_name: `garimpo ${purpose}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: OPTIONS,
  });
  // The next statement fails with the same error.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Holds the lock until the session ends. @throws Error when another one has it */
export async function lockAlone(client: pg.Client, purpose: keyof typeof LOCK): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    "SELECT pg_try_advisory_lock($1, $2) AS taken",
    [LOCK_CLASS, LOCK[purpose]],
  );
  if (!rows[0]?.taken) throw new Error(`Another ${purpose} of this database is running.`);
}
