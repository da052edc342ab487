import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { seal, unseal } from "@/server/platform/secrets";
import { sqlState } from "./database-error";

const KEY_BYTES = 32;
/** Of SHA-256. */
const BLOCK_BYTES = 64;

/** The two pads of HMAC, which the database hashes with: see erasure_hash() in the migrations. */
export function toPads(key: Buffer): Buffer {
  const block = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)]);
  return Buffer.concat([block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)]);
}

/** What the database knows a key by, which tells nothing of it. */
export function toFingerprint(key: Buffer): Buffer {
  return createHash("sha256").update(toPads(key)).digest();
}

/** Null when it was sealed with another secret. */
export function unsealKey(sealedKey: string): Buffer | null {
  const hex = unseal(sealedKey);
  return hex === null ? null : Buffer.from(hex, "hex");
}

/**
 * Gives a new session the key of erased people, which is made when there is none. A session that cannot be given it may
 * write for accounts alone that erased nobody.
 */
export async function giveErasureKey(client: pg.ClientBase): Promise<void> {
  const key = await readKey(client);
  if (key) await setPads(client, key);
}

export async function setPads(client: Pick<pg.ClientBase, "query">, key: Buffer): Promise<void> {
  await client.query("SELECT set_config('garimpo.erasure_pads', $1, false)", [
    toPads(key).toString("hex"),
  ]);
}

const READ = "SELECT sealed_key FROM erasure_key";

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
  await client.query(
    "INSERT INTO erasure_key (sealed_key, fingerprint) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
    [seal(key.toString("hex")), toFingerprint(key)],
  );
  return (await client.query<{ sealed_key: string }>(READ)).rows;
}
