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
