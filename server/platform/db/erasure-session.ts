import { randomBytes } from "node:crypto";
import type pg from "pg";
import { sealKey, toFingerprint, toPads, unsealKey } from "@/server/platform/erasure-key";
import { logger } from "@/server/platform/logger";
import { sqlState } from "./database-error";

const KEY_BYTES = 32;
const READ = "SELECT sealed_key FROM erasure_key";

/** The key as this process read it last, and the one that each session has. */
let latest: Buffer | null = null;
const givenTo = new WeakMap<object, Buffer>();

/**
 * Gives a new session the key of erased people, which is created when there is none. A session that cannot be given the
 * key may write only for accounts that erased nobody.
 */
export async function giveErasureKey(client: pg.ClientBase): Promise<void> {
  const key = await readKey(client);
  if (!key) return;
  latest = key;
  await setPads(client, key);
}

/**
 * Called before a session is used again: the key may have been replaced since. The session's next statements come after
 * this one.
 */
export function renewErasureKey(client: pg.ClientBase): void {
  if (latest === null || givenTo.get(client)?.equals(latest)) return;
  setPads(client, latest).catch((error: unknown) =>
    logger.warn({ err: error }, "a session was not given the key of erased people"),
  );
}

/** Sessions get this key from now on. */
export function setErasureKey(key: Buffer): void {
  latest = key;
}

async function setPads(client: pg.ClientBase, key: Buffer): Promise<void> {
  givenTo.set(client, key);
  await client.query("SELECT set_config('garimpo.erasure_pads', $1, false)", [
    toPads(key).toString("hex"),
  ]);
}

async function readKey(client: pg.ClientBase): Promise<Buffer | null> {
  try {
    const { rows } = await client.query<{ sealed_key: string }>(READ);
    const [row] = rows.length > 0 ? rows : await makeKey(client);
    return row ? unsealKey(row.sealed_key) : null;
  } catch (error) {
    // undefined_table: the database is not migrated yet. read_only_sql_transaction: nothing is written to it.
    if (["42P01", "25006"].includes(sqlState(error) ?? "")) return null;
    throw error;
  }
}

async function makeKey(client: pg.ClientBase): Promise<{ sealed_key: string }[]> {
  const key = randomBytes(KEY_BYTES);
  // Not while a backup is being restored: its key comes with the rows.
  await client.query(
    `INSERT INTO erasure_key (sealed_key, fingerprint)
     SELECT $1, $2 WHERE to_regclass('restoring.backup') IS NULL ON CONFLICT (id) DO NOTHING`,
    [sealKey(key), toFingerprint(key)],
  );
  return (await client.query<{ sealed_key: string }>(READ)).rows;
}
