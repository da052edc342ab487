import type { z } from "zod/mini";
import type { Passkey } from "@/lib/contracts/accounts/passkeys";
import type { PasskeyTransport } from "@/lib/domain/accounts/passkeys";
import type { UserId } from "@/server/platform/actor";
import { lockOwner } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";

export type PasskeyRow = z.input<typeof Passkey>;

/** The data that an answer is checked with. */
export interface PasskeyKeyRow {
  id: number;
  owner_id: UserId;
  public_key: Uint8Array<ArrayBuffer>;
}

const COLUMNS = raw("id, name, backed_up, created_at, last_used_at");

export function findPasskeys(ownerId: UserId): Promise<PasskeyRow[]> {
  return rows(sql`SELECT ${COLUMNS} FROM passkeys WHERE owner_id = ${ownerId} ORDER BY id`);
}

export async function findCredentials(
  ownerId: UserId,
): Promise<{ credential_id: Uint8Array; transports: PasskeyTransport[] }[]> {
  const found = await prisma.passkey.findMany({
    where: { owner_id: ownerId },
    orderBy: { id: "asc" },
    select: { credential_id: true, transports: true },
  });
  return found as (Pick<(typeof found)[number], "credential_id"> & {
    transports: PasskeyTransport[];
  })[];
}

export function countPasskeys(ownerId: number): Promise<number> {
  return prisma.passkey.count({ where: { owner_id: ownerId } });
}

export async function findPasskeyKey(credentialId: Buffer): Promise<PasskeyKeyRow | null> {
  const found = await prisma.passkey.findFirst({
    where: { credential_id: new Uint8Array(credentialId) },
    select: { id: true, owner_id: true, public_key: true },
  });
  return found as PasskeyKeyRow | null;
}

/**
 * Returns null when some account has it, or the owner has `most` already. Call inside a transaction: creations of one
 * owner run one after the other.
 */
export async function insertPasskey(
  ownerId: UserId,
  passkey: {
    credentialId: Buffer;
    publicKey: Buffer;
    counter: number;
    transports: readonly string[];
    name: string;
    backedUp: boolean;
  },
  most: number,
): Promise<PasskeyRow | null> {
  await lockOwner(ownerId);
  return firstRow(
    sql`INSERT INTO passkeys (owner_id, credential_id, public_key, counter, transports, name, backed_up)
        SELECT ${ownerId}::int, ${passkey.credentialId}::bytea, ${passkey.publicKey}::bytea, ${passkey.counter}::bigint,
               ${passkey.transports}::text[], ${passkey.name}::text, ${passkey.backedUp}::boolean
        WHERE (SELECT count(*) FROM passkeys WHERE owner_id = ${ownerId}) < ${most}
        ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
  );
}

/** Returns null when it is another owner's. */
export function renamePasskey(
  ownerId: UserId,
  id: number,
  name: string,
): Promise<PasskeyRow | null> {
  return firstRow(
    sql`UPDATE passkeys SET name = ${name} WHERE owner_id = ${ownerId} AND id = ${id} RETURNING ${COLUMNS}`,
  );
}

/** Returns its name; null when it is another owner's. */
export async function deletePasskey(ownerId: UserId, id: number): Promise<string | null> {
  const deleted = await firstRow<{ name: string }>(
    sql`DELETE FROM passkeys WHERE owner_id = ${ownerId} AND id = ${id} RETURNING name`,
  );
  return deleted?.name ?? null;
}

/** Returns their names. */
export async function deletePasskeysOf(ownerId: UserId): Promise<string[]> {
  const deleted = await rows<{ name: string }>(
    sql`DELETE FROM passkeys WHERE owner_id = ${ownerId} RETURNING name`,
  );
  return deleted.map(({ name }) => name);
}

/**
 * Records a use. 'behind' when the device's counter is not higher than seen before; counters that are always 0 are
 * ignored. 'gone' when the passkey was removed meanwhile.
 */
export async function countUse(
  ownerId: UserId,
  id: number,
  use: { counter: number; backedUp: boolean },
): Promise<"counted" | "behind" | "gone"> {
  const used = await execute(
    sql`UPDATE passkeys SET counter = ${use.counter}::bigint, backed_up = ${use.backedUp}, last_used_at = now()
        WHERE owner_id = ${ownerId} AND id = ${id}
          AND (counter < ${use.counter}::bigint OR (counter = 0 AND ${use.counter}::bigint = 0))`,
  );
  if (used === 1) return "counted";
  const left = await prisma.passkey.count({ where: { owner_id: ownerId, id } });
  return left === 1 ? "behind" : "gone";
}

/** Returns false when the challenge was answered before. */
export async function keepAnswer(
  ownerId: UserId,
  challengeHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const kept = await execute(
    sql`INSERT INTO passkey_answers (challenge_hash, owner_id, expires_at)
        VALUES (${challengeHash}, ${ownerId}, ${expiresAt}) ON CONFLICT (challenge_hash) DO NOTHING`,
  );
  return kept === 1;
}
