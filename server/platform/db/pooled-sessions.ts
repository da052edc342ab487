import { SessionClient } from "./session-client";

const ROUNDS = 5;
const CONNECTS_WITHIN_MS = 10_000;
/** A pooler may have no session left for the second connection, which does not show how it shares them. */
const ANSWERS_WITHIN_MS = 5_000;

/** Unique for each session, even across several servers. */
const WHO =
  "SELECT pid || ' ' || backend_start AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()";

const REFUSAL =
  "DATABASE_URL leads to a pooler that lends a connection for one transaction (PgBouncer's pool_mode): Garimpo needs pool_mode = session, or PostgreSQL's own address.";

/**
 * Settings, locks, prepared statements and LISTEN belong to a session, which a client must have for itself until it
 * disconnects. Refuses only what was observed: one session behind two open connections, or two behind one.
 * @throws Error with a sentence for the operator
 */
export async function refuseSharedSessions(databaseUrl: string): Promise<void> {
  const [one, other] = [open(databaseUrl), open(databaseUrl)];
  // Without a connection, or one in time, this check proves nothing: code that needs a connection reports the problem
  // itself.
  const isShared = await haveSharedSession(one, other).catch(isWithoutTransactions);
  await Promise.all([one, other].map((client) => client.end().catch(() => undefined)));
  if (isShared) throw new Error(REFUSAL);
}

async function haveSharedSession(one: SessionClient, other: SessionClient): Promise<boolean> {
  await one.connect();
  await other.connect();
  const first = await readName(one);
  for (let round = 0; round < ROUNDS; round += 1) {
    // A client in a transaction keeps its session, so the first connection would get another one.
    await other.query("BEGIN");
    if ((await readName(other)) === first || (await readName(one)) !== first) return true;
    await other.query("COMMIT");
  }
  return false;
}

/** PgBouncer lends a connection for one statement. */
function isWithoutTransactions(error: unknown): boolean {
  return error instanceof Error && /statement pooling/.test(error.message);
}

function open(databaseUrl: string): SessionClient {
  const client = new SessionClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  });
  // The next statement fails with the same error.
  client.on("error", () => undefined);
  return client;
}

async function readName(client: SessionClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(WHO);
  if (!rows[0]) throw new Error("The session does not see itself.");
  return rows[0].name;
}
