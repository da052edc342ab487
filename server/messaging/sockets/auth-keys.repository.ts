import { execute, rows, sql } from "@/server/platform/db/sql";

export interface SealedKey {
  type: string;
  keyId: string;
  sealedValue: string;
}

export function findKeys(
  instanceId: number,
  type: string,
  keyIds: string[],
): Promise<{ key_id: string; sealed_value: string }[]> {
  return rows(
    sql`SELECT key_id, sealed_value FROM whatsapp_auth_keys
        WHERE instance_id = ${instanceId} AND type = ${type} AND key_id = ANY(${keyIds})`,
  );
}

export async function upsertKeys(
  ownerId: number,
  instanceId: number,
  keys: SealedKey[],
): Promise<void> {
  await execute(
    sql`INSERT INTO whatsapp_auth_keys (instance_id, owner_id, type, key_id, sealed_value)
        SELECT ${instanceId}, ${ownerId}, * FROM unnest(${keys.map(({ type }) => type)}::text[],
          ${keys.map(({ keyId }) => keyId)}::text[], ${keys.map(({ sealedValue }) => sealedValue)}::text[])
        ON CONFLICT (instance_id, type, key_id) DO UPDATE SET sealed_value = excluded.sealed_value`,
  );
}

export async function deleteKeys(
  instanceId: number,
  keys: { type: string; keyId: string }[],
): Promise<void> {
  await execute(
    sql`DELETE FROM whatsapp_auth_keys AS k
        USING unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ keyId }) => keyId)}::text[]) AS gone (type, key_id)
        WHERE k.instance_id = ${instanceId} AND k.type = gone.type AND k.key_id = gone.key_id`,
  );
}

/** Deletes the instance's keys of every type but these. */
export async function deleteKeysExcept(instanceId: number, types: string[]): Promise<void> {
  await execute(
    sql`DELETE FROM whatsapp_auth_keys WHERE instance_id = ${instanceId} AND type <> ALL(${types})`,
  );
}

export async function deleteKeysOfTypes(instanceId: number, types: string[]): Promise<void> {
  await execute(
    sql`DELETE FROM whatsapp_auth_keys WHERE instance_id = ${instanceId} AND type = ANY(${types})`,
  );
}

export interface StoredKey {
  instance_id: number;
  type: string;
  key_id: string;
  sealed: string;
}

/** Keys of all instances, those after the given one; without it, the first ones. */
export function findSealedKeys(after: StoredKey | undefined, limit: number): Promise<StoredKey[]> {
  const { instance_id, type, key_id } = after ?? { instance_id: 0, type: "", key_id: "" };
  return rows(
    sql`SELECT instance_id, type, key_id, sealed_value AS sealed FROM whatsapp_auth_keys
        WHERE (instance_id, type, key_id) > (${instance_id}, ${type}, ${key_id})
        ORDER BY instance_id, type, key_id LIMIT ${limit}`,
  );
}

/** A key that was written since it was read is not changed. */
export async function replaceSealedKeys(
  changed: { row: StoredKey; sealed: string }[],
): Promise<void> {
  const each = <T>(read: (row: StoredKey) => T) => changed.map(({ row }) => read(row));
  await execute(
    sql`UPDATE whatsapp_auth_keys k SET sealed_value = anew.sealed
        FROM unnest(${each((row) => row.instance_id)}::int[], ${each((row) => row.type)}::text[],
          ${each((row) => row.key_id)}::text[], ${each((row) => row.sealed)}::text[],
          ${changed.map(({ sealed }) => sealed)}::text[]) AS anew (instance_id, type, key_id, before, sealed)
        WHERE k.instance_id = anew.instance_id AND k.type = anew.type AND k.key_id = anew.key_id
          AND k.sealed_value = anew.before`,
  );
}
