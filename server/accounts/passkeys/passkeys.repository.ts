import type { z } from "zod/mini";
import type { Passkey } from "@/lib/contracts/accounts/passkeys";
import type { PasskeyTransport } from "@/lib/domain/accounts/passkeys";
import type { PersonId } from "@/server/platform/actor";
import { lockPerson } from "@/server/platform/db/owner-lock";
import { prisma } from "@/server/platform/db/prisma";
import { execute, firstRow, raw, rows, sql } from "@/server/platform/db/sql";

export type PasskeyRow = z.input<typeof Passkey>;

/** The data that an answer is checked with. */
export interface PasskeyKeyRow {
  id: number;
  owner_id: PersonId;
  public_key: Uint8Array<ArrayBuffer>;
}

const COLUMNS = raw("id, name, backed_up, created_at, last_used_at");

export function findPasskeys(personId: PersonId): Promise<PasskeyRow[]> {
  return rows(sql`SELECT ${COLUMNS} FROM passkeys WHERE owner_id = ${personId} ORDER BY id`);
}

export async function findCredentials(
  personId: PersonId,
): Promise<{ credential_id: Uint8Array; transports: PasskeyTransport[] }[]> {
  const found = await prisma.passkey.findMany({
    where: { owner_id: personId },
    orderBy: { id: "asc" },
    select: { credential_id: true, transports: true },
  });
  return found as (Pick<(typeof found)[number], "credential_id"> & {
    transports: PasskeyTransport[];
  })[];
}

export function countPasskeys(personId: number): Promise<number> {
  return prisma.passkey.count({ where: { owner_id: personId } });
}

export async function findPasskeyKey(credentialId: Buffer): Promise<PasskeyKeyRow | null> {
  const found = await prisma.passkey.findFirst({
    where: { credential_id: new Uint8Array(credentialId) },
    select: { id: true, owner_id: true, public_key: true },
  });
  return found as PasskeyKeyRow | null;
}

/**
 * Returns null when somebody has it, or the person has `most` already. Call inside a transaction: creations of one
 * person run one after the other.
 */
export async function insertPasskey(
  personId: PersonId,
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
  await lockPerson(personId);
  return firstRow(
    sql`INSERT INTO passkeys (owner_id, credential_id, public_key, counter, transports, name, backed_up)
        SELECT ${personId}::int, ${passkey.credentialId}::bytea, ${passkey.publicKey}::bytea, ${passkey.counter}::bigint,
               ${passkey.transports}::text[], ${passkey.name}::text, ${passkey.backedUp}::boolean
        WHERE (SELECT count(*) FROM passkeys WHERE owner_id = ${personId}) < ${most}
        ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
  );
}

/** Returns null when it is another owner's. */
export function renamePasskey(
  personId: PersonId,
  id: number,
  name: string,
): Promise<PasskeyRow | null> {
  return firstRow(
    sql`UPDATE passkeys SET name = ${name} WHERE owner_id = ${personId} AND id = ${id} RETURNING ${COLUMNS}`,
  );
}

/** Returns its name; null when it is another owner's. */
export async function deletePasskey(personId: PersonId, id: number): Promise<string | null> {
  const deleted = await firstRow<{ name: string }>(
    sql`DELETE FROM passkeys WHERE owner_id = ${personId} AND id = ${id} RETURNING name`,
  );
  return deleted?.name ?? null;
}

/** Returns their names. */
export async function deletePasskeysOf(personId: PersonId): Promise<string[]> {
  const deleted = await rows<{ name: string }>(
    sql`DELETE FROM passkeys WHERE owner_id = ${personId} RETURNING name`,
  );
  return deleted.map(({ name }) => name);
}

/**
 * Records a use. 'behind' when the device's counter is not higher than seen before; counters that are always 0 are
 * ignored. 'gone' when the passkey was removed meanwhile.
 */
export async function countUse(
  personId: PersonId,
  id: number,
  use: { counter: number; backedUp: boolean },
): Promise<"counted" | "behind" | "gone"> {
  const used = await execute(
    sql`UPDATE passkeys SET counter = ${use.counter}::bigint, backed_up = ${use.backedUp}, last_used_at = now()
        WHERE owner_id = ${personId} AND id = ${id}
          AND (counter < ${use.counter}::bigint OR (counter = 0 AND ${use.counter}::bigint = 0))`,
  );
  if (used === 1) return "counted";
  const left = await prisma.passkey.count({ where: { owner_id: personId, id } });
  return left === 1 ? "behind" : "gone";
}

/** Returns false when the challenge was answered before. */
export async function keepAnswer(
  personId: PersonId,
  challengeHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const kept = await execute(
    sql`INSERT INTO passkey_answers (challenge_hash, owner_id, expires_at)
        VALUES (${challengeHash}, ${personId}, ${expiresAt}) ON CONFLICT (challenge_hash) DO NOTHING`,
  );
  return kept === 1;
}
